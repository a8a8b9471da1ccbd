import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { ActivateSpotExits } from './activate-spot-exits.js';
import { ExpireSpotOrders } from './expire-spot-orders.js';
import { SweepSpotStops } from './sweep-spot-stops.js';
import { WatchSpotOrders } from './watch-spot-orders.js';

/** In by queue. */
@Injectable()
export class SpotJobs {
  constructor(
    private readonly watch: WatchSpotOrders,
    private readonly expireSpotOrders: ExpireSpotOrders,
    private readonly sweepSpotStops: SweepSpotStops,
    private readonly activateSpotExits: ActivateSpotExits,
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
    await this.activateSpotExits.execute();
  }
}
