import { Module } from '@nestjs/common';
import { TapeModule } from '../../markets/tape/index.js';
import { AskForSettlement } from './ask-for-settlement.js';
import { OptionsJobs } from './options.jobs.js';
import { SettleOptions } from './settle-options.js';
import { SettlementsStore } from './settlements.store.js';
import { SweepOptions } from './sweep-options.js';

@Module({
  imports: [TapeModule],
  providers: [AskForSettlement, OptionsJobs, SettleOptions, SettlementsStore, SweepOptions],
  exports: [AskForSettlement, SettleOptions, SettlementsStore],
})
export class OptionSettlementModule {}
