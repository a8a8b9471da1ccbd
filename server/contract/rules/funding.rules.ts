import { Decimal } from '../decimal.js';
import { bookSide, type BookView, fillByNotional } from './book-walk.rules.js';
import type { Figure } from './margin.rules.js';

/** Funding is exchanged at 00, 08 and 16 UTC. */
export const FUNDING_INTERVAL_MS = 8 * 3_600_000;
/** A premium is taken this often. */
export const PREMIUM_SAMPLE_MS = 5000;
/** Interest for one interval. */
export const FUNDING_INTEREST = '0.0001';
/** How far the interest part may pull the rate. */
export const FUNDING_CLAMP = '0.0005';
/** The impact size is what this much margin carries at the highest leverage. */
export const IMPACT_MARGIN = '200';

/** The stamp at or before an instant, Unix milliseconds. */
export function fundingStampBefore(at: number): number {
  return Math.floor(at / FUNDING_INTERVAL_MS) * FUNDING_INTERVAL_MS;
}

/** The next stamp after an instant. */
export function nextFundingStamp(at: number): number {
  return fundingStampBefore(at) + FUNDING_INTERVAL_MS;
}

/** (max(0, impact bid − index) − max(0, index − impact ask)) / index; zero when a side cannot carry the impact size. */
export function premium(index: Figure, book: BookView | null, topLeverage: number): Decimal {
  const base = new Decimal(index);
  const size = new Decimal(IMPACT_MARGIN).times(topLeverage);
  const bid = book && fillByNotional(bookSide(book, 'sell'), size);
  const ask = book && fillByNotional(bookSide(book, 'buy'), size);
  if (!bid || !ask) return new Decimal(0);
  const above = Decimal.max(0, bid.minus(base));
  const below = Decimal.max(0, base.minus(ask));
  return above.minus(below).dividedBy(base);
}

/**
 * The rate of an interval (B.3): average premium + clamp(interest − average premium, ±0.05 %), not beyond ± cap.
 * @param cap the maintenance ratio of the first step.
 */
export function fundingRate(averagePremium: Figure, cap: Figure): Decimal {
  const average = new Decimal(averagePremium);
  const bound = new Decimal(FUNDING_CLAMP);
  const pull = Decimal.min(bound, Decimal.max(bound.negated(), new Decimal(FUNDING_INTEREST).minus(average)));
  const limit = new Decimal(cap);
  // Ten decimals, towards zero: the rate is printed, and everybody computes with the printed one.
  return Decimal.min(limit, Decimal.max(limit.negated(), average.plus(pull))).toDecimalPlaces(10, Decimal.ROUND_DOWN);
}
