import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';

/** What a purchase leaves behind for the coins that it bought: at least one of the two. */
export interface SpotExit {
  takeProfit: DecimalText | null;
  stopLoss: DecimalText | null;
  /** Until when they wait, Unix milliseconds; left out: for ever. */
  expiresAt?: number;
}

/** Whether the take-profit is above and the stop-loss below the price that is bought at. */
export function surrounds(
  { takeProfit, stopLoss }: Pick<SpotExit, 'takeProfit' | 'stopLoss'>,
  price: DecimalText,
): boolean {
  const isAbove = takeProfit === null || new Decimal(takeProfit).gt(price);
  return isAbove && (stopLoss === null || new Decimal(stopLoss).lt(price));
}
