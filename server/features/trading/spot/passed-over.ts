import type { Clock } from '../../../platform/clock/clock.js';

/** Whoever was not asked of for so long begins anew: the price has left it meanwhile, or nobody looked. */
const FORGOTTEN_MS = 10_000;
/** Beyond it those that were not asked of for the longest are forgotten. */
const MOST = 10_000;

/**
 * Since when looks without a break have found stops reached, where no receipt says it: while the index is not sound, the tape writes
 * none.
 */
export class PassedOver {
  private readonly stops = new Map<string, { since: number; askedAt: number }>();

  constructor(private readonly clock: Clock) {}

  /** The first of the looks at it that goes on until now, Unix milliseconds; this one where there was none. */
  since(stopId: string): number {
    const now = this.clock.now();
    const known = this.stops.get(stopId);
    const since = known !== undefined && now - known.askedAt <= FORGOTTEN_MS ? known.since : now;
    // Those that were asked of longest ago stand first.
    this.stops.delete(stopId);
    this.stops.set(stopId, { since, askedAt: now });
    const [first] = this.stops.keys();
    if (this.stops.size > MOST && first !== undefined) this.stops.delete(first);
    return since;
  }
}
