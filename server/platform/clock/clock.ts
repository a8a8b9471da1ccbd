import { performance } from 'node:perf_hooks';
import { ClockComparison, type ClockReading } from './clock-comparison.js';

/** The only source of time in the product. Use cases read it; rules take the instant as an argument. */
export abstract class Clock {
  /**
   * Now, in milliseconds since the Unix epoch, UTC. Small corrections hold it for a moment instead of turning it back;
   * a correction of over a second is taken at once, in both directions.
   */
  abstract now(): number;

  /** Whether work may be done by this clock. One that is compared with nothing counts as right. */
  isRight(): boolean {
    return true;
  }
}

/** What a machine tells of time, in milliseconds. */
export interface TimeSources {
  /** The time of day, which may be wrong and may be corrected. */
  wall(): number;
  /** Since some instant, always at the same pace and never back. */
  steady(): number;
}

const MACHINE: TimeSources = { wall: () => Date.now(), steady: () => performance.now() };

/** The most that this process's clock may differ from the database's, and the most that time is held for. */
export const CLOCKS_APART_MAX_MS = 1000;

/**
 * The clock of the machine, until it is compared with the database's: from then on the database's, carried on by the
 * steady clock of the process, so that nothing that happens to the time of day here changes what time it is.
 */
export class SystemClock extends Clock {
  private readonly comparison = new ClockComparison();
  private last = Number.NEGATIVE_INFINITY;

  constructor(private readonly sources: TimeSources = MACHINE) {
    super();
  }

  now(): number {
    const { databaseAheadMs } = this.comparison;
    const time = databaseAheadMs === null ? this.sources.wall() : Math.floor(this.sources.steady() + databaseAheadMs);
    const isHeld = time < this.last && this.last - time <= CLOCKS_APART_MAX_MS;
    if (!isHeld) this.last = time;
    return this.last;
  }

  /** The steady clock, for {@link compare}. */
  steady(): number {
    return this.sources.steady();
  }

  /** Takes in a look at the database's clock. */
  compare(reading: ClockReading): void {
    this.comparison.add(reading);
  }

  /** How far the machine's time of day is ahead of the database's, and how exactly that is known; null before a look. */
  difference(): { aheadMs: number; uncertainMs: number } | null {
    const { databaseAheadMs, uncertainMs } = this.comparison;
    if (databaseAheadMs === null) return null;
    // Both read now: a jump shows at once, not at the next look.
    return { aheadMs: this.sources.wall() - this.sources.steady() - databaseAheadMs, uncertainMs };
  }

  override isRight(): boolean {
    const difference = this.difference();
    return difference === null || Math.abs(difference.aheadMs) - difference.uncertainMs <= CLOCKS_APART_MAX_MS;
  }
}
