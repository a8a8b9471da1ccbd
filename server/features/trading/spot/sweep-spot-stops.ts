import { Injectable } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import { ExpireSpotStops } from './expire-spot-stops.js';
import { ReachSpotStops } from './reach-spot-stops.js';
import { WatchSpotStops } from './watch-spot-stops.js';

/** Looks after all stops that wait: by the tape for what nobody saw, then by their dates, then by the prices of now. */
@Injectable()
export class SweepSpotStops {
  constructor(
    private readonly reachSpotStops: ReachSpotStops,
    private readonly expireSpotStops: ExpireSpotStops,
    private readonly watchSpotStops: WatchSpotStops,
  ) {}

  /** @throws what failed of the first two, after the last was done. */
  async execute(): Promise<void> {
    const failures = new Failures();
    await failures.apart(() => this.reachSpotStops.execute(), 0);
    await failures.apart(() => this.expireSpotStops.execute(), 0);
    await this.watchSpotStops.sweep();
    failures.end();
  }
}
