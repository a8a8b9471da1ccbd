import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';

const HOUR_MS = 3_600_000;
const HOURS_IN_PRODUCTION = 24;

/** From when on a new place for money can be used. */
@Injectable()
export class NewDestinationWait {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  times(): { at: Date; usableAt: Date } {
    const now = this.clock.now();
    return { at: new Date(now), usableAt: new Date(now + this.hours() * HOUR_MS) };
  }

  /** How long a new place waits before its first use. */
  hours(): number {
    const { HOLD_HOURS_NEW_ADDRESS: hours, NODE_ENV } = this.config.values;
    if (hours >= 0) return hours;
    return NODE_ENV === 'production' ? HOURS_IN_PRODUCTION : 0;
  }
}
