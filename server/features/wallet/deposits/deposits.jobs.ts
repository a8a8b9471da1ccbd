import { Injectable } from '@nestjs/common';
import type { JobPayload } from '../../../jobs.js';
import { Handles } from '../../../platform/jobs/handles.js';
import { PollChains } from './poll-chains.js';

/** In by queue. */
@Injectable()
export class DepositsJobs {
  constructor(private readonly pollChains: PollChains) {}

  @Handles('deposits.look')
  async onLook(): Promise<void> {
    await this.pollChains.execute();
  }

  @Handles('deposits.look-at-one')
  async onLookAtOne({ depositId }: JobPayload<'deposits.look-at-one'>): Promise<void> {
    await this.pollChains.pollOne(depositId);
  }
}
