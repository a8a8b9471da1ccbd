import { Module } from '@nestjs/common';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { FuturesIndexModule } from '../futures-index/index.js';
import './funding-invariants.js';
import './funding-lists.js';
import { ChargePositions } from './charge-positions.js';
import { FundingClock } from './funding-clock.js';
import { FundingController } from './funding.controller.js';
import { FundingJobs } from './funding.jobs.js';
import { FundingStore } from './funding.store.js';
import { SamplePremiums } from './sample-premiums.js';
import { SettleFunding } from './settle-funding.js';
import { GetFunding } from './get-funding.js';
import { ListFundingStamps } from './list-funding-stamps.js';

@Module({
  imports: [LedgerModule, MarketBoardModule, FuturesIndexModule],
  controllers: [FundingController],
  providers: [
    ChargePositions,
    FundingClock,
    FundingJobs,
    FundingStore,
    SamplePremiums,
    SettleFunding,
    GetFunding,
    ListFundingStamps,
  ],
  exports: [GetFunding, ListFundingStamps],
})
export class FundingModule {}
