import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { EraseAccounts } from './erase-accounts.js';

/** In by queue. */
@Injectable()
export class ErasureJobs {
  constructor(private readonly eraseAccounts: EraseAccounts) {}

  @Handles('erasure.sweep')
  async onSweep(): Promise<void> {
    await this.eraseAccounts.execute();
  }
}
