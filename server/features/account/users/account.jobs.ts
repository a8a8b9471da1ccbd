import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { PruneAccounts } from './prune-accounts.js';

/** In by queue. */
@Injectable()
export class AccountJobs {
  constructor(private readonly pruneAccounts: PruneAccounts) {}

  @Handles('account.prune')
  async onPrune(): Promise<void> {
    await this.pruneAccounts.execute();
  }
}
