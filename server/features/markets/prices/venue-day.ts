import { isDecimalText, toUnits, UNIT } from '../../../contract/money.js';
import type { TickerFields } from '../../../platform/feeds/feed.js';
import { distance } from './tick-guard.rules.js';
import type { WindowFigures } from './ticker.rules.js';

const DAY_MS = 86_400_000;
/** Figures that leap are believed when they were said so often, for so long, and nothing else was said meanwhile. */
const SAID_MIN = 3;
const STOOD_MS = 3000;

/** Figures outside the band of those before, and since when they are the only ones. */
interface Candidate {
  day: SoundDay;
  since: number;
  said: number;
}

interface SoundDay {
  figures: WindowFigures;
  prices: readonly bigint[];
}

/**
 * A venue's own figures of its last 24 hours. Nothing can refute them as a whole while our history is short, but open, high and
 * low do not leap: what is further than the band from what was said before is believed as a price is that only one source
 * has, after a while of nothing else. They are shown and never acted on.
 */
export class VenueDay {
  private believed: SoundDay | null = null;
  private candidate: Candidate | null = null;

  /** @param band largest believable leap, as a fraction in whole 10^-18. */
  constructor(private readonly band: bigint) {}

  /** Null where the venue has said none that can be right. */
  get figures(): WindowFigures | null {
    return this.believed?.figures ?? null;
  }

  /** Hears what the venue says of the day, with all that it has said before and not taken back. */
  hear(fields: TickerFields, now: number): void {
    const day = soundDay(fields);
    if (day === null) return;
    if (this.believed === null || this.isNear(day, this.believed) || this.hasStood(day, now)) {
      this.believed = day;
      this.candidate = null;
    }
  }

  private hasStood(day: SoundDay, now: number): boolean {
    const { candidate } = this;
    this.candidate =
      candidate !== null && this.isNear(day, candidate.day)
        ? { ...candidate, day, said: candidate.said + 1 }
        : { day, since: now, said: 1 };
    return this.candidate.said >= SAID_MIN && now - this.candidate.since >= STOOD_MS;
  }

  private isNear(one: SoundDay, other: SoundDay): boolean {
    return one.prices.every((price, place) => {
      const known = other.prices[place] ?? 0n;
      return distance(price, known) * UNIT <= this.band * known;
    });
  }
}

/** Open, high and low where the venue says all of them, in an order that is possible. */
function soundDay({ open24h, high24h, low24h, volume24h, quoteVolume24h }: TickerFields): SoundDay | null {
  if (!isDecimalText(open24h) || !isDecimalText(high24h) || !isDecimalText(low24h)) return null;
  const [open, high, low] = [toUnits(open24h), toUnits(high24h), toUnits(low24h)];
  if (low <= 0n || low > open || open > high) return null;
  if (![volume24h, quoteVolume24h].every((sum) => sum === undefined || isSum(sum))) return null;
  const figures = { open: open24h, high: high24h, low: low24h, windowMs: DAY_MS };
  return {
    figures: { ...figures, volume: volume24h ?? null, quoteVolume: quoteVolume24h ?? null },
    prices: [open, high, low],
  };
}

function isSum(text: string): boolean {
  return isDecimalText(text) && !text.startsWith('-');
}
