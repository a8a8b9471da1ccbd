import { Module } from '@nestjs/common';
import { KeepMarketBoard } from './keep-market-board.js';
import { LegacyEvents } from './legacy-events.js';
import { MarketBoard } from './market-board.js';
import { MarketBus } from './market-bus.js';
import { MarketCatalog } from './market-catalog.js';
import { MarketsChannels } from './markets.channels.js';
import { MarketsStore } from './markets.store.js';

@Module({
  providers: [MarketsStore, MarketCatalog, MarketBoard, MarketBus, KeepMarketBoard, MarketsChannels, LegacyEvents],
  exports: [MarketCatalog, MarketBoard, MarketBus],
})
export class MarketsModule {}
