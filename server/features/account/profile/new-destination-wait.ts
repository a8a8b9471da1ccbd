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

  /** @param isPlain added with what old clients can bring alone. */
  times(isPlain: boolean): { at: Date; usableAt: Date } {
    const now = this.clock.now();
    return { at: new Date(now), usableAt: new Date(now + this.hours(isPlain) * HOUR_MS) };
  }

  /** How long a new place waits before its first use; one that was added by less, never shorter than after a changed password. */
  hours(isPlain: boolean): number {
    const { HOLD_HOURS_NEW_ADDRESS: set, HOLD_HOURS_SECURITY, NODE_ENV } = this.config.values;
    const hours = set >= 0 ? set : NODE_ENV === 'production' ? HOURS_IN_PRODUCTION : 0;
    return isPlain ? Math.max(hours, HOLD_HOURS_SECURITY) : hours;
  }
}
