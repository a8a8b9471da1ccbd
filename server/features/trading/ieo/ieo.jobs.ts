import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SweepIeo } from './sweep-ieo.js';

/** In by queue. */
@Injectable()
export class IeoJobs {
  constructor(private readonly sweepIeo: SweepIeo) {}

  @Handles('ieo.sweep')
  async onSweep(): Promise<void> {
    await this.sweepIeo.execute();
  }
}
