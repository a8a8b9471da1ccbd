import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { WatchSpotOrders } from './watch-spot-orders.js';

/** In by queue. */
@Injectable()
export class SpotJobs {
  constructor(private readonly watch: WatchSpotOrders) {}

  @Handles('spot.sweep')
  async onSweep(): Promise<void> {
    await this.watch.sweep();
  }
}
