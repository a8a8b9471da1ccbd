import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';

/** The least order of a new market where nothing else is agreed on, in its quote. */
export const LEAST_ORDER: DecimalText = '5';
/** What the least order of a new market may be worth, in USDT: neither dust nor beyond whoever begins. */
export const LEAST_ORDER_WORTH = { least: '1', most: '100' } as const;
/** The largest order of a new market is so many of its least ones. */
const LARGEST_ORDERS = 100_000;

/** What is wrong with the least order of a market whose quote has so many decimals and such a price in USDT; null: nothing. */
export function wrongLeastOrder(
  amount: DecimalText,
  { scale, price }: { scale: number; price: DecimalText },
): 'invalid' | 'worth' | null {
  const least = new Decimal(amount);
  if (least.isZero() || least.decimalPlaces() > scale) return 'invalid';
  const worth = least.times(price);
  return worth.lessThan(LEAST_ORDER_WORTH.least) || worth.greaterThan(LEAST_ORDER_WORTH.most) ? 'worth' : null;
}

export function largestOrder(least: DecimalText): DecimalText {
  return new Decimal(least).times(LARGEST_ORDERS).toFixed();
}
