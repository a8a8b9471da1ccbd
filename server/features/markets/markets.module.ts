import { Module } from '@nestjs/common';
import { GetQuotation } from './get-quotation.js';
import { ListQuotations } from './list-quotations.js';
import { ListRecommended } from './list-recommended.js';
import { ListTrades } from './list-trades.js';
import { MarketHealth } from './market-health.js';
import { MarketsController } from './markets.controller.js';
import { Sparks } from './sparks.js';
import { KeepMarketBoard } from './keep-market-board.js';
import { LegacyEvents } from './legacy-events.js';
import { MarketBoard } from './market-board.js';
import { MarketBus } from './market-bus.js';
import { MarketCatalog } from './market-catalog.js';
import { MarketsChannels } from './markets.channels.js';
import { MarketUpdates } from './market-updates.js';
import { MarketsStore } from './markets.store.js';
import { TradableMarkets } from './tradable-markets.js';

@Module({
  controllers: [MarketsController],
  providers: [
    GetQuotation,
    ListQuotations,
    ListRecommended,
    ListTrades,
    Sparks,
    MarketHealth,
    MarketsStore,
    MarketCatalog,
    MarketBoard,
    MarketBus,
    KeepMarketBoard,
    MarketsChannels,
    LegacyEvents,
    MarketUpdates,
    TradableMarkets,
  ],
  exports: [GetQuotation, Sparks, MarketCatalog, MarketBoard, MarketBus, MarketUpdates, TradableMarkets],
})
export class MarketsModule {}
