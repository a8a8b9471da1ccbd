import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SweepOtcOrders } from './sweep-otc-orders.js';

/** In by queue. */
@Injectable()
export class OtcJobs {
  constructor(private readonly sweepOtcOrders: SweepOtcOrders) {}

  @Handles('otc.sweep')
  async onSweep(): Promise<void> {
    await this.sweepOtcOrders.execute();
  }
}
