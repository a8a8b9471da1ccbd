import { Decimal } from '../contract/decimal.js';
import {
  charged,
  type Figure,
  gained,
  type MarginPosition,
  notional,
  type PositionSide,
  sign,
} from '../contract/rules/margin.rules.js';

// Rules of `documents/formulas.md` that the product computes in stored functions alone. Their parity tests hold those
// against these forms, and cases worked by hand hold these.

/** Decimals of a price in the database. */
const PRICE_DECIMALS = 18;

/**
 * What a position pays at the stamp (below zero: receives): notional at the mark × rate, longs pay a positive rate.
 * What is paid is raised and what is received is lowered to the currency's scale.
 */
export function fundingPayment(
  position: { side: PositionSide; quantity: Figure },
  mark: Figure,
  rate: Figure,
  scale: number,
): Decimal {
  const exact = notional(position.quantity, mark).times(rate).times(sign(position.side));
  return exact.isNegative() ? gained(exact.negated(), scale).negated() : charged(exact, scale);
}

/** The rate of an interval of which the market could be traded for so many seconds only: that part of it, cut towards zero. */
export function fundingRateOfOpenTime(rate: Decimal, openSeconds: number): Decimal {
  return rate.times(openSeconds).dividedBy(28_800).toDecimalPlaces(10, Decimal.ROUND_DOWN);
}

/**
 * Where the margin of an isolated position is gone: E ∓ margin / Q. Null when it is not above zero. The same as the
 * stored function `futures_bankruptcy_price`: a price has 18 decimals, and the distance is cut to them, so that closing
 * at the price that is kept leaves no shortfall.
 */
export function bankruptcyPrice(position: MarginPosition): Decimal | null {
  const distance = new Decimal(position.margin).dividedBy(position.quantity).toDecimalPlaces(PRICE_DECIMALS);
  const price = new Decimal(position.entryPrice).minus(distance.times(sign(position.side)));
  return price.gt(0) ? price : null;
}

/** Quantity-weighted price of parts, cut to a price's decimals. @throws RangeError when there is nothing to average. */
export function averagePrice(parts: readonly { quantity: Figure; price: Figure }[]): Decimal {
  const quantity = parts.reduce((sum, part) => sum.plus(part.quantity), new Decimal(0));
  if (quantity.isZero()) throw new RangeError('Nothing has no average price.');
  return parts
    .reduce((sum, part) => sum.plus(notional(part.quantity, part.price)), new Decimal(0))
    .dividedBy(quantity)
    .toDecimalPlaces(PRICE_DECIMALS);
}
