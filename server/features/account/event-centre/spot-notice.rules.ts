import { z } from 'zod';
import type { EventNotice } from './event-notice.js';

const amount = z.string();
const order = z.looseObject({
  market: z.string(),
  state: z.string(),
  reason: z.string().nullable().optional(),
  side: z.enum(['buy', 'sell']),
  limitPrice: amount.nullable(),
  filled: amount,
  amount,
});
const stop = z.looseObject({
  market: z.string(),
  state: z.string(),
  reason: z.string().nullable().optional(),
  triggerPrice: amount.optional(),
  triggeredPrice: amount.nullable(),
});
const exit = z.looseObject({ market: z.string(), state: z.string(), reason: z.string().nullable() });

/** Why the market or the clock ended an order: by its date, or because nobody was there to trade with. */
const ENDS: ReadonlyMap<string, 'order-expired' | 'order-cut'> = new Map([
  ['expired', 'order-expired'],
  ['no-liquidity', 'order-cut'],
]);

/**
 * An order at the market is answered by its report where all of it was executed; one with a limit may have waited, and one
 * that a stop became, nobody has waited for.
 */
export function ofSpotOrder(payload: unknown): EventNotice[] {
  const { market, state, reason, side, limitPrice, filled, amount: money } = order.parse(payload);
  const executed = { market, quantity: filled, amount: money, coin: market.split('/')[1] ?? '' };
  if (state === 'filled' && limitPrice !== null) {
    return [{ kind: side === 'buy' ? 'order-bought' : 'order-sold', parameters: executed }];
  }
  const end = state === 'cancelled' ? ENDS.get(reason ?? '') : undefined;
  if (!end) return [];
  const isPart = /[1-9]/.test(filled);
  return [isPart ? { kind: `${end}-partly`, parameters: executed } : { kind: end, parameters: { market } }];
}

/** Nobody has asked for it at this moment, whatever becomes of the order that it is now. */
export function ofSpotStop(payload: unknown): EventNotice[] {
  const { market, state, reason, triggerPrice = '', triggeredPrice } = stop.parse(payload);
  if (state === 'cancelled' && reason === 'expired') {
    return [{ kind: 'stop-expired', parameters: { market, price: triggerPrice } }];
  }
  if (state !== 'triggered' || triggeredPrice === null) return [];
  return [{ kind: 'stop-triggered', parameters: { market, price: triggeredPrice } }];
}

/** Without a word its owner would believe that a stop stands; who cancelled the purchase knows that none does. */
export function ofSpotExit(payload: unknown): EventNotice[] {
  const { market, state, reason } = exit.parse(payload);
  if (state !== 'void' || reason === 'user') return [];
  return [{ kind: reason === 'expired' ? 'exit-expired' : 'exit-void', parameters: { market } }];
}
