import { Injectable } from '@nestjs/common';
import type { JobPayload } from '../../../jobs.js';
import { Handles } from '../../../platform/jobs/handles.js';
import { LookAtChains } from './look-at-chains.js';

/** In by queue. */
@Injectable()
export class DepositsJobs {
  constructor(private readonly lookAtChains: LookAtChains) {}

  @Handles('deposits.look')
  async onLook(): Promise<void> {
    await this.lookAtChains.execute();
  }

  @Handles('deposits.look-at-one')
  async onLookAtOne({ depositId }: JobPayload<'deposits.look-at-one'>): Promise<void> {
    await this.lookAtChains.lookAtOne(depositId);
  }
}
