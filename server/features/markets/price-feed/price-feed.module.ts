import { Module } from '@nestjs/common';
import { FeedsModule } from '../../../platform/feeds/feeds.module.js';
import { CandlesModule } from '../candles/index.js';
import { MarketsModule } from '../market-board/index.js';
import { TapeModule } from '../tape/index.js';
import { CrashCommands } from './crash-commands.js';
import { FeedLease } from './feed-lease.js';
import { FeedLeaseStore } from './feed-lease.store.js';
import { PriceReigns } from './price-reigns.js';
import { ReignRecords } from './reign-records.js';
import { RunPrices } from './run-prices.js';

@Module({
  imports: [MarketsModule, CandlesModule, TapeModule, FeedsModule],
  providers: [CrashCommands, FeedLeaseStore, FeedLease, ReignRecords, PriceReigns, RunPrices],
})
export class PriceFeedModule {}
