import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';
import { NOTHING_FILLED, reserveFor, type SpotSide } from './spot.rules.js';

/** Which way the last price must go to reach a stop. */
export type StopDirection = 'rise' | 'fall';

/** What a stop is for once its price is reached: an order for so many coins, or a purchase at the market for so much. */
export interface StopTerms {
  side: SpotSide;
  /** Null: a market order. */
  limitPrice: DecimalText | null;
  /** Of the coin; null where the cost says how much. */
  quantity: DecimalText | null;
  cost: DecimalText | null;
  feeRatio: DecimalText;
  quoteScale: number;
}

/** Which way the price has to go from here; null where it is there already. */
export function directionOf(triggerPrice: DecimalText, last: DecimalText): StopDirection | null {
  const trigger = new Decimal(triggerPrice);
  if (trigger.eq(last)) return null;
  return trigger.gt(last) ? 'rise' : 'fall';
}

export function isTriggered(
  { direction, triggerPrice }: { direction: StopDirection; triggerPrice: DecimalText },
  last: DecimalText,
): boolean {
  return direction === 'rise' ? new Decimal(last).gte(triggerPrice) : new Decimal(last).lte(triggerPrice);
}

/** Which way the price goes to the stop of a pair: against its owner. */
export function pairDirection(side: SpotSide): StopDirection {
  return side === 'sell' ? 'fall' : 'rise';
}

/** Whether the last price is between the order that waits for a better one and the stop behind it. */
export function standsBetween(
  side: SpotSide,
  { limitPrice, triggerPrice }: { limitPrice: DecimalText; triggerPrice: DecimalText },
  last: DecimalText,
): boolean {
  const [above, below] = side === 'sell' ? [limitPrice, triggerPrice] : [triggerPrice, limitPrice];
  return new Decimal(above).gt(last) && new Decimal(below).lt(last);
}

/** What is frozen while it waits: the most that its order can need. */
export function stopReserve({ side, limitPrice, quantity, cost, feeRatio, quoteScale }: StopTerms): DecimalText {
  if (cost !== null) return cost;
  const whole = quantity ?? '0';
  if (side === 'sell' || limitPrice === null) return whole;
  return reserveFor({ side, quantity: whole, limitPrice, feeRatio, quoteScale }, NOTHING_FILLED);
}
