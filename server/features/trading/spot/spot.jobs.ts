import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { ExpireSpotOrders } from './expire-spot-orders.js';
import { SweepSpotStops } from './sweep-spot-stops.js';
import { WatchSpotExits } from './watch-spot-exits.js';
import { WatchSpotOrders } from './watch-spot-orders.js';

/** In by queue. */
@Injectable()
export class SpotJobs {
  constructor(
    private readonly watch: WatchSpotOrders,
    private readonly expireSpotOrders: ExpireSpotOrders,
    private readonly sweepSpotStops: SweepSpotStops,
    private readonly watchSpotExits: WatchSpotExits,
  ) {}

  @Handles('spot.sweep')
  async onSweep(): Promise<void> {
    await this.watch.sweep();
  }

  @Handles('spot.expire')
  async onExpire(): Promise<void> {
    await this.expireSpotOrders.execute();
  }

  @Handles('spot.stops')
  async onStops(): Promise<void> {
    await this.sweepSpotStops.execute();
  }

  @Handles('spot.exits')
  async onExits(): Promise<void> {
    this.watchSpotExits.sweep();
  }
}
