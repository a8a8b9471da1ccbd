import { Module } from '@nestjs/common';
import { MarketBoard } from './market-board.js';
import { MarketCatalog } from './market-catalog.js';
import { MarketsStore } from './markets.store.js';

@Module({
  providers: [MarketsStore, MarketCatalog, MarketBoard],
  exports: [MarketCatalog, MarketBoard],
})
export class MarketsModule {}
