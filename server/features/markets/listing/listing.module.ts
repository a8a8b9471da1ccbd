import { Module } from '@nestjs/common';
import { MarketBoardModule } from '../market-board/index.js';
import { JudgeListing } from './judge-listing.js';
import { ListCoin } from './list-coin.js';
import { ListingStore } from './listing.store.js';

/** New coins and their markets. */
@Module({
  imports: [MarketBoardModule],
  providers: [ListingStore, ListCoin, JudgeListing],
  exports: [ListCoin, JudgeListing],
})
export class ListingModule {}
