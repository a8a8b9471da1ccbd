import { Decimal } from '../../../contract/decimal.js';
import { truncate } from '../../../contract/money.js';
import type { YuanRate } from './yuan-rate.js';

/** As amounts have on the wire. */
const DECIMALS = 8;

/** What a coin is worth in USDT, and how old that price is. */
export interface CoinPrice {
  price: string;
  ageMs: number;
}

/**
 * Yuan for one of a coin that the desk sets no rate of: through its own price in USDT. It is as old as the older of the two.
 * Of a coin without a price it is zero, which is what all sums that are shown take it for: nobody knows what it is worth.
 */
export function rateThroughUsdt(coin: CoinPrice | null, usdt: YuanRate): YuanRate {
  if (coin === null) return { yuan: '0', setAt: null, ageMs: 0 };
  const yuan = truncate(new Decimal(coin.price).times(usdt.yuan).toFixed(), DECIMALS);
  return { yuan, setAt: usdt.setAt, ageMs: Math.max(coin.ageMs, usdt.ageMs) };
}
