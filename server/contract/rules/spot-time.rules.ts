import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';
import { type BookView, bookSide } from './book-walk.rules.js';
import type { SpotFill, SpotTerms } from './spot.rules.js';

/** How long a limit order waits: until it is filled or cancelled, likewise but never taking, not at all, not at all and only whole, until its date. */
export const TIMES_IN_FORCE = ['gtc', 'post-only', 'ioc', 'fok', 'gtd'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** How far ahead the date of an order lies. `spot_submit` holds the same, by the database's clock. */
export const EXPIRY = { leastSeconds: 60, mostDays: 90 } as const;

/** Why an order that waits in this way is not placed; null where it is. */
export type TimeObstacle = 'would-take' | 'not-whole' | null;

/**
 * @param quoted the book as the venue quotes it: an order that never takes is one whose price the market has not reached, also
 * where others have taken what is quoted there.
 * @param last the last price: what is reached where the venue quotes nothing on that side at the moment.
 */
export function timeObstacle(
  terms: Pick<SpotTerms, 'side' | 'quantity' | 'limitPrice'>,
  {
    timeInForce,
    fill,
    quoted,
    last,
  }: { timeInForce: TimeInForce; fill: Pick<SpotFill, 'quantity'> | null; quoted: BookView; last: DecimalText },
): TimeObstacle {
  if (timeInForce === 'post-only')
    return isReached(terms, bookSide(quoted, terms.side)[0]?.[0] ?? last) ? 'would-take' : null;
  if (timeInForce !== 'fok') return null;
  return fill !== null && new Decimal(fill.quantity).eq(terms.quantity) ? null : 'not-whole';
}

function isReached({ side, limitPrice }: Pick<SpotTerms, 'side' | 'limitPrice'>, best: DecimalText): boolean {
  if (limitPrice === null) return false;
  return side === 'buy' ? new Decimal(best).lte(limitPrice) : new Decimal(best).gte(limitPrice);
}

/** Whether an order may wait until then. @param now, expiresAt Unix milliseconds. */
export function mayExpireAt(expiresAt: number, now: number): boolean {
  return expiresAt >= now + EXPIRY.leastSeconds * 1000 && expiresAt <= now + EXPIRY.mostDays * 86_400_000;
}

/** Whether the rest of an order waits. */
export function rests({ limitPrice }: { limitPrice: DecimalText | null }, timeInForce: TimeInForce): boolean {
  return limitPrice !== null && timeInForce !== 'ioc' && timeInForce !== 'fok';
}
