import { Module } from '@nestjs/common';
import { MarketHealth } from './market-health.js';
import { FollowMarketBoard } from './follow-market-board.js';
import { MarketBoard } from './market-board.js';
import { MarketBus } from './market-bus.js';
import { MarketCatalog } from './market-catalog.js';
import { MarketsChannels } from './markets.channels.js';
import { MarketUpdates } from './market-updates.js';
import { MarketsStore } from './markets.store.js';
import { NextIndex } from './next-index.js';
import { TradableMarkets } from './tradable-markets.js';

@Module({
  providers: [
    MarketHealth,
    MarketsStore,
    MarketCatalog,
    MarketBoard,
    MarketBus,
    FollowMarketBoard,
    MarketsChannels,
    MarketUpdates,
    TradableMarkets,
    NextIndex,
  ],
  exports: [MarketCatalog, MarketBoard, MarketBus, MarketUpdates, NextIndex, TradableMarkets],
})
export class MarketBoardModule {}
