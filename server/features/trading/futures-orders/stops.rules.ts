import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { PositionSide } from '../../../contract/rules/margin.rules.js';

export interface StopsToCheck {
  side: PositionSide;
  /** Null: not set. */
  takeProfit: DecimalText | null;
  stopLoss: DecimalText | null;
  /** Entry price; of a pending order its limit. */
  entryPrice: DecimalText;
  /** Current trigger price of each stop; null: none, not compared. */
  takeProfitNow: DecimalText | null;
  stopLossNow: DecimalText | null;
  /** Null: no price liquidates it. */
  liquidationPrice: DecimalText | null;
}

/** The rule that a stop breaks. `bound`: the price that it must be above or below. */
export type StopsProblem =
  | { stop: 'take-profit' | 'stop-loss'; must: 'above' | 'below'; bound: DecimalText }
  | { stop: 'beyond-liquidation'; price: DecimalText; liquidation: DecimalText };

/**
 * B.6: a take-profit lies on the profit side of the entry price, and no stop may be triggered already. A stop-loss may lie
 * in profit, but not beyond the liquidation price, where it could never trigger. Null: valid.
 */
export function stopsProblem(stops: StopsToCheck): StopsProblem | null {
  const { side, takeProfit, stopLoss, liquidationPrice } = stops;
  if (takeProfit !== null) {
    const bound = furthest(side, stops.entryPrice, stops.takeProfitNow);
    if (!isBeyond(side, takeProfit, bound)) {
      return { stop: 'take-profit', must: side === 'long' ? 'above' : 'below', bound };
    }
  }
  if (stopLoss === null) return null;
  const now = stops.stopLossNow ?? stops.entryPrice;
  if (!isBeyond(side, now, stopLoss)) {
    return { stop: 'stop-loss', must: side === 'long' ? 'below' : 'above', bound: now };
  }
  if (liquidationPrice !== null && !isBeyond(side, stopLoss, liquidationPrice)) {
    return { stop: 'beyond-liquidation', price: stopLoss, liquidation: liquidationPrice };
  }
  return null;
}

/** Whether a price is strictly more profitable for the side than a bound. */
function isBeyond(side: PositionSide, price: DecimalText, bound: DecimalText): boolean {
  return side === 'long' ? new Decimal(price).gt(bound) : new Decimal(price).lt(bound);
}

function furthest(side: PositionSide, entry: DecimalText, now: DecimalText | null): DecimalText {
  return now !== null && isBeyond(side, now, entry) ? now : entry;
}
