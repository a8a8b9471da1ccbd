import { Decimal as Base } from 'decimal.js';
import type { DecimalText } from './money.js';

/**
 * Exact decimals for amounts, configured once for the whole product. 80 digits hold the exact product of any two
 * amounts; only a division can need more, and what it leaves out is cut, never rounded up. Apart from `money.ts`, so
 * that a page which only shows money does not load the arithmetic.
 */
export const Decimal = Base.clone({
  precision: 80,
  rounding: Base.ROUND_DOWN,
  toExpNeg: -60,
  toExpPos: 60,
  defaults: true,
});
export type Decimal = Base;

/** What a user receives: cut to the scale, so that nobody gains by splitting. @throws RangeError below zero. */
export function credit(value: Decimal, scale: number): DecimalText {
  return rounded(value, scale, Base.ROUND_DOWN);
}

/** What a user pays: raised to the scale, so that nobody gains by splitting. @throws RangeError below zero. */
export function debit(value: Decimal, scale: number): DecimalText {
  return rounded(value, scale, Base.ROUND_UP);
}

function rounded(value: Decimal, scale: number, direction: Base.Rounding): DecimalText {
  if (!value.isFinite() || value.isNegative()) throw new RangeError(`${value.toString()} is not an amount to round.`);
  return value.toDecimalPlaces(scale, direction).toFixed();
}
