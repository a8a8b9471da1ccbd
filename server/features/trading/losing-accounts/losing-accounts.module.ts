import { Module } from '@nestjs/common';
import { CountLosingAccounts } from './count-losing-accounts.js';
import { LosingAccountsController } from './losing-accounts.controller.js';
import { LosingAccountsJobs } from './losing-accounts.jobs.js';
import { LosingAccountsStore } from './losing-accounts.store.js';
import { ShowLosingAccounts } from './show-losing-accounts.js';

@Module({
  controllers: [LosingAccountsController],
  providers: [LosingAccountsStore, CountLosingAccounts, ShowLosingAccounts, LosingAccountsJobs],
})
export class LosingAccountsModule {}
