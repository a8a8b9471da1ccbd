import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SweepSubscriptions } from './sweep-subscriptions.js';

/** In by queue. */
@Injectable()
export class SubscriptionJobs {
  constructor(private readonly sweepSubscriptions: SweepSubscriptions) {}

  @Handles('subscription.sweep')
  async onSweep(): Promise<void> {
    await this.sweepSubscriptions.execute();
  }
}
