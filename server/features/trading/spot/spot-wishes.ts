import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { EXPIRY, mayExpireAt } from '../../../contract/rules/spot-time.rules.js';
import { limitOf, type SpotOrderRequest } from '../../../contract/trading/spot.dto.js';
import type { SpotPairRequest, SpotStopRequest } from '../../../contract/trading/spot-stops.dto.js';
import { dateOf, type SpotTicketRequest } from '../../../contract/trading/spot-ticket.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { PairWish } from './draft-spot-pair.js';
import type { StopWish } from './draft-spot-stop.js';
import type { SpotWish } from './price-spot-order.js';

/** What every request to place something on spot says, in our own words. */
function placeOf(request: SpotTicketRequest) {
  const expiresAt = dateOf(request.expires_at);
  return {
    baseCurrencyId: Number.parseInt(request.currency_id, 10),
    quoteCurrencyId: Number.parseInt(request.legal_id, 10),
    demo: isDemoAccount(request.account_type),
    side: request.type === '1' ? ('buy' as const) : ('sell' as const),
    quantity: request.amount,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(request.worst_fee_ratio !== undefined && { worstFeeRatio: request.worst_fee_ratio }),
  };
}

export function orderWish(request: SpotOrderRequest): SpotWish {
  const { take_profit_price: takeProfit = null, stop_loss_price: stopLoss = null } = request;
  const leavesUntil = dateOf(request.exit_expires_at);
  const isLeft = (takeProfit ?? stopLoss) !== null;
  // A date of nothing would be forgotten without a word.
  if (!isLeft && leavesUntil !== undefined) throw new Refusal('request.invalid', { field: 'exit_expires_at' });
  return {
    ...placeOf(request),
    limitPrice: limitOf(request),
    ...(request.amount_of === 'quote' && { quantityOf: 'quote' as const }),
    ...(request.time_in_force !== undefined && { timeInForce: request.time_in_force }),
    ...(isLeft && { exit: { takeProfit, stopLoss, ...(leavesUntil !== undefined && { expiresAt: leavesUntil }) } }),
  };
}

export function stopWish(request: SpotStopRequest): StopWish {
  return {
    ...placeOf(request),
    triggerPrice: request.trigger_price ?? null,
    trailPercent: request.trail_percent ?? null,
    trailDistance: request.trail_distance ?? null,
    direction: request.direction,
    limitPrice: request.target_price ?? null,
  };
}

export function pairWish(request: SpotPairRequest): PairWish {
  return {
    ...placeOf(request),
    limitPrice: request.target_price,
    triggerPrice: request.trigger_price,
    stopLimitPrice: request.stop_limit_price ?? null,
  };
}

/**
 * Holds the date of what would be placed against the clock, as placing it does by the database's.
 * @throws Refusal `spot.expiry`
 */
export function assertDate(expiresAt: number | undefined, now: number): void {
  if (expiresAt !== undefined && !mayExpireAt(expiresAt, now)) throw new Refusal('spot.expiry', EXPIRY);
}

/**
 * What waits until a date waits no more once that has come, though nobody may have ended it yet.
 * @throws Refusal `spot.not-open`
 */
export function assertDateToCome({ expiresAt }: { expiresAt: Date | null }, now: number): void {
  if (expiresAt !== null && expiresAt.getTime() <= now) throw new Refusal('spot.not-open');
}

/** As the stored functions take it. */
export function asDate(expiresAt: number | undefined): Date | null {
  return expiresAt === undefined ? null : new Date(expiresAt);
}
