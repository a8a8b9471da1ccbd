import { toUnits, UNIT } from '../../../contract/money.js';
import type { VenueBar } from '../../../platform/feeds/feed.js';

const MINUTE_MS = 60_000;
const MINUTES_RETAINED = 3;

/** Between which prices an instrument was believed to be in each of the last minutes. */
export class BelievedRange {
  private readonly minutes = new Map<number, { low: bigint; high: bigint }>();
  private newest: bigint | null = null;

  constructor(private readonly band: bigint) {}

  add(price: bigint, at: number): void {
    this.newest = price;
    const minute = Math.floor(at / MINUTE_MS);
    const range = this.minutes.get(minute);
    if (range) {
      if (price < range.low) range.low = price;
      if (price > range.high) range.high = price;
      return;
    }
    this.minutes.set(minute, { low: price, high: price });
    const [oldest] = this.minutes.keys();
    if (oldest !== undefined && this.minutes.size > MINUTES_RETAINED) this.minutes.delete(oldest);
  }

  /** Whether the bar stays within the band of what was believed in its minute, or of the newest price. */
  covers({ openAt, low, high }: VenueBar): boolean {
    const { newest, band } = this;
    if (newest === null) return true;
    const range = this.minutes.get(Math.floor(openAt / MINUTE_MS)) ?? { low: newest, high: newest };
    return toUnits(low) * UNIT >= range.low * (UNIT - band) && toUnits(high) * UNIT <= range.high * (UNIT + band);
  }
}
