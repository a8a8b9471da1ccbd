import { Module } from '@nestjs/common';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketsModule } from '../../markets/market-board/index.js';
import { OpenContractsModule } from '../futures-index/index.js';
import { TapeModule } from '../../markets/tape/index.js';
import './funding-invariants.js';
import { ChargePositions } from './charge-positions.js';
import { FundingStore } from './funding.store.js';
import { SamplePremiums } from './sample-premiums.js';
import { SettleFunding } from './settle-funding.js';
import { ShowFunding } from './show-funding.js';

@Module({
  imports: [LedgerModule, MarketsModule, OpenContractsModule, TapeModule],
  providers: [ChargePositions, FundingStore, SamplePremiums, SettleFunding, ShowFunding],
  exports: [SamplePremiums, SettleFunding, ShowFunding],
})
export class FundingModule {}
