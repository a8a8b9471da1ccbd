import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SweepTriggers } from './sweep-triggers.js';

/** In by queue. */
@Injectable()
export class FuturesTriggersJobs {
  constructor(private readonly sweepTriggers: SweepTriggers) {}

  @Handles('futures.sweep')
  async onSweep(): Promise<void> {
    await this.sweepTriggers.execute();
  }
}
