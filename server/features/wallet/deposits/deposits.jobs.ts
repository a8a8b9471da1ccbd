import { Injectable } from '@nestjs/common';
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
}
