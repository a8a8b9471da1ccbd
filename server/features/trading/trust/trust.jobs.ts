import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SweepTrustOrders } from './sweep-trust-orders.js';

/** In by queue. */
@Injectable()
export class TrustJobs {
  constructor(private readonly sweepTrustOrders: SweepTrustOrders) {}

  @Handles('trust.sweep')
  async onSweep(): Promise<void> {
    await this.sweepTrustOrders.execute();
  }
}
