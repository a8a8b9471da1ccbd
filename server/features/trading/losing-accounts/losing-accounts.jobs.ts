import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { CountLosingAccounts } from './count-losing-accounts.js';

/** In by queue. */
@Injectable()
export class LosingAccountsJobs {
  constructor(private readonly countLosingAccounts: CountLosingAccounts) {}

  @Handles('accounts.count-losing')
  async onCount(): Promise<void> {
    await this.countLosingAccounts.execute();
  }
}
