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

/**
 * Splits a whole in proportion to weights, each part with at most `scale` decimals. The parts sum to the whole, no part
 * differs from its exact share by a unit of the scale or more, and a weight of zero gets nothing.
 * @throws RangeError for a whole with more decimals, a negative whole or weight, or weights that sum to zero.
 */
export function prorate(whole: DecimalText, weights: readonly DecimalText[], scale: number): DecimalText[] {
  const total = new Decimal(whole);
  const shares = weights.map((weight) => new Decimal(weight));
  const sum = shares.reduce((so, share) => so.plus(share), new Decimal(0));
  if (
    total.isNegative() ||
    total.decimalPlaces() > scale ||
    shares.some((share) => share.isNegative()) ||
    sum.isZero()
  ) {
    throw new RangeError(`${whole} cannot be split by ${weights.join(', ')}.`);
  }
  let weight = new Decimal(0);
  let given = new Decimal(0);
  return shares.map((share) => {
    weight = weight.plus(share);
    // Multiplied before divided: the last cut falls exactly on the whole.
    const upToHere = total.times(weight).dividedBy(sum).toDecimalPlaces(scale, Base.ROUND_DOWN);
    const part = upToHere.minus(given);
    given = upToHere;
    return part.toFixed();
  });
}
