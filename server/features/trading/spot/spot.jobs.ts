import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { ExpireSpotOrders } from './expire-spot-orders.js';
import { WatchSpotOrders } from './watch-spot-orders.js';

/** In by queue. */
@Injectable()
export class SpotJobs {
  constructor(
    private readonly watch: WatchSpotOrders,
    private readonly expireSpotOrders: ExpireSpotOrders,
  ) {}

  @Handles('spot.sweep')
  async onSweep(): Promise<void> {
    await this.watch.sweep();
  }

  @Handles('spot.expire')
  async onExpire(): Promise<void> {
    await this.expireSpotOrders.execute();
  }
}
