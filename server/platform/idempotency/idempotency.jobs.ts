import { Injectable } from '@nestjs/common';
import { Handles } from '../jobs/handles.js';
import { ForgetCommandKeys } from './forget-command-keys.js';

/** In by queue. */
@Injectable()
export class IdempotencyJobs {
  constructor(private readonly forgetCommandKeys: ForgetCommandKeys) {}

  @Handles('idempotency.prune')
  async onPrune(): Promise<void> {
    await this.forgetCommandKeys.execute();
  }
}
