import { Module } from '@nestjs/common';
import { CountLosingAccounts } from './count-losing-accounts.js';
import { LosingAccountsController } from './losing-accounts.controller.js';
import { LosingAccountsJobs } from './losing-accounts.jobs.js';
import { LosingAccountsStore } from './losing-accounts.store.js';
import { TradeResultsStore } from './trade-results.store.js';
import { GetLosingShare } from './get-losing-share.js';

@Module({
  controllers: [LosingAccountsController],
  providers: [LosingAccountsStore, TradeResultsStore, CountLosingAccounts, GetLosingShare, LosingAccountsJobs],
})
export class LosingAccountsModule {}
