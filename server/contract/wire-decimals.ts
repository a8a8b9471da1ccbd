import { type DecimalText, truncate } from './money.js';

/** Decimals that existing clients of the contract expect of amounts and prices at the least. */
const DECIMALS = 8;

/** An amount with eight decimals, cut and never rounded. */
export function wireAmount(amount: DecimalText): DecimalText {
  return truncate(amount, DECIMALS);
}

/** Decimals of interest and prices of new coins, which clients expect to be fixed as well. */
export const RATE_DECIMALS = 4;
/** The same of the interest of a day. */
export const DAY_RATE_DECIMALS = 5;

/** A figure with at least so many decimals, eight if nothing is said, and none of its own lost: of small coins there are more. */
export function wireFigure(value: DecimalText, least = DECIMALS): DecimalText {
  return truncate(value, Math.max(least, value.split('.')[1]?.length ?? 0));
}

/** A price of a market, with the market's decimals where those are more. An average, which may have no end, is cut to them. */
export function wirePrice(price: DecimalText, market: { priceScale: number } | undefined): DecimalText {
  return truncate(price, Math.max(DECIMALS, market?.priceScale ?? 0));
}
