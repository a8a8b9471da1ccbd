import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SweepMargins } from './sweep-margins.js';

/** In by queue. */
@Injectable()
export class LiquidationJobs {
  constructor(private readonly sweepMargins: SweepMargins) {}

  @Handles('liquidation.sweep')
  async onSweep(): Promise<void> {
    await this.sweepMargins.execute();
  }
}
