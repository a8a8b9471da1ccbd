import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { STOP_LOSS_SOURCE, TAKE_PROFIT_SOURCE } from '../../../contract/trading/futures.dto.js';
import type {
  LeverAmendRequest,
  LeverStopsRequest,
  LeverSubmitRequest,
} from '../../../contract/trading/futures-requests.dto.js';
import type { FuturesCatalog } from '../futures/index.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { OrderAmendmentWish } from './draft-order-amendment.js';
import { isNoStop, type OrderWish } from './quote-order.js';
import type { ReduceWish } from './quote-reduce.js';
import type { StopsWish } from './draft-stops.js';

/**
 * Maps an order from the wire: one that opens, or a reduce-only one.
 * @throws Refusal `markets.unknown-symbol`; `request.invalid` for stops of an order that opens nothing.
 */
export function orderWishOf(catalog: FuturesCatalog, userId: string, body: LeverSubmitRequest): OrderWish | ReduceWish {
  const { id: marketId } = catalog.marketOf(Number.parseInt(body.currency_id, 10), Number.parseInt(body.legal_id, 10));
  const hasStops = body.checkType !== false;
  const isLimit = body.status === '0';
  const wish = {
    userId,
    demo: isDemoAccount(body.account_type),
    marketId,
    side: body.type === '1' ? 'long' : 'short',
    lots: Number.parseInt(body.share, 10),
    isLimit,
    limitPrice: isLimit ? (body.target_price ?? null) : null,
    marginMode: body.margin_mode ?? null,
    worstPrice: isLimit ? null : (body.worst_price ?? null),
  } as const;
  const takeProfit = (hasStops ? body.target_profit_price : null) ?? null;
  const stopLoss = (hasStops ? body.stop_loss_price : null) ?? null;
  if (body.reduce_only === true) {
    assertNone(takeProfit, 'target_profit_price');
    assertNone(stopLoss, 'stop_loss_price');
    return { ...wish, reduceOnly: true };
  }
  return {
    ...wish,
    leverage: Number.parseInt(body.multiple, 10),
    takeProfit,
    takeProfitSource: body.profit_source ?? TAKE_PROFIT_SOURCE,
    stopLoss,
    stopLossSource: body.stop_source ?? STOP_LOSS_SOURCE,
    ...(body.worst_fee_ratio !== undefined && { worstFeeRatio: body.worst_fee_ratio }),
  };
}

/** A reduce-only order opens nothing that stops could belong to; '0' is no stop. */
function assertNone(stop: string | null, field: string): void {
  if (stop !== null && !isNoStop(stop)) throw new Refusal('request.invalid', { field });
}

/** Maps the amendment of a pending order from the wire. */
export function amendmentWishOf(userId: string, { id, target_price, share }: LeverAmendRequest): OrderAmendmentWish {
  const lots = share === undefined ? null : Number.parseInt(share, 10);
  return { userId, positionId: id, limitPrice: target_price ?? null, lots };
}

/** Maps new stops from the wire. */
export function stopsWishOf(userId: string, body: LeverStopsRequest): Omit<StopsWish, 'key'> {
  return {
    userId,
    positionId: body.id,
    takeProfit: body.target_profit_price,
    takeProfitSource: body.profit_source,
    stopLoss: body.stop_loss_price,
    stopLossSource: body.stop_source,
  };
}
