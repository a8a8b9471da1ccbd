import { type DecimalText, fromUnits, toUnits, UNIT } from '../../../contract/money.js';
import type { ShownReading } from './watched-alert.js';

/** Decimals in which percentages are told. */
const PERCENT_DECIMALS = 2;
const FUNDING_DECIMALS = 6;

export function priceReading(at: number, price: DecimalText): ShownReading {
  const value = toUnits(price);
  return { at, value, figure: fromUnits(value), price: null };
}

/** The change from one price to another in percent, exact to 18 decimals: cut towards zero. */
export function changeReading(at: number, from: DecimalText, to: DecimalText): ShownReading {
  const [before, now] = [toUnits(from), toUnits(to)];
  const value = ((now - before) * 100n * UNIT) / before;
  return { at, value, figure: fromUnits(value, PERCENT_DECIMALS), price: fromUnits(now) };
}

/** A rate as percent: 0.0001 is 0.01 %. */
export function fundingReading(at: number, rate: DecimalText): ShownReading {
  const value = toUnits(rate) * 100n;
  return { at, value, figure: fromUnits(value, FUNDING_DECIMALS), price: null };
}

/** More of a margin than anybody has used is used where there is no equity left. */
const NO_EQUITY = 9999n * UNIT;

/** How much of a margin is used, in percent: at 100 liquidation begins. */
export function marginReading(at: number, ratio: DecimalText | null): ShownReading {
  const used = ratio === null ? NO_EQUITY : toUnits(ratio) * 100n;
  const value = used > NO_EQUITY ? NO_EQUITY : used;
  return { at, value, figure: fromUnits(value, PERCENT_DECIMALS), price: null };
}
