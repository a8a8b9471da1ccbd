import { Module } from '@nestjs/common';
import { FeedsModule } from '../../../platform/feeds/feeds.module.js';
import { CandlesModule } from '../candles/index.js';
import { MarketBoardModule } from '../market-board/index.js';
import { TapeModule } from '../tape/index.js';
import { CrashCommands } from './crash-commands.js';
import { FeedHealth } from './feed-health.js';
import { FeedLease } from './feed-lease.js';
import { FeedLeaseStore } from './feed-lease.store.js';
import { LeadershipTermFactory } from './leadership-term-factory.js';
import { LeadershipTerms } from './leadership-terms.js';
import { PriceFeedLoop } from './price-feed-loop.js';
import { RunPrices } from './run-prices.js';

@Module({
  imports: [MarketBoardModule, CandlesModule, TapeModule, FeedsModule],
  providers: [
    CrashCommands,
    FeedLeaseStore,
    FeedLease,
    LeadershipTermFactory,
    LeadershipTerms,
    RunPrices,
    PriceFeedLoop,
    FeedHealth,
  ],
})
export class PriceFeedModule {}
