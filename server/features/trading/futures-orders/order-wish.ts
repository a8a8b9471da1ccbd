import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { STOP_LOSS_SOURCE, TAKE_PROFIT_SOURCE } from '../../../contract/trading/futures.dto.js';
import type { LeverStopsRequest, LeverSubmitRequest } from '../../../contract/trading/futures-requests.dto.js';
import type { FuturesCatalog } from '../futures/index.js';
import type { OrderWish } from './quote-order.js';
import type { StopsWish } from './draft-stops.js';

/** An order as the wire words it, in our own words. @throws Refusal `markets.unknown-symbol`. */
export function orderWishOf(catalog: FuturesCatalog, userId: string, body: LeverSubmitRequest): OrderWish {
  const { id: marketId } = catalog.marketOf(Number.parseInt(body.currency_id, 10), Number.parseInt(body.legal_id, 10));
  const hasStops = body.checkType !== false;
  const isLimit = body.status === '0';
  return {
    userId,
    demo: isDemoAccount(body.account_type),
    marketId,
    side: body.type === '1' ? 'long' : 'short',
    lots: Number.parseInt(body.share, 10),
    leverage: Number.parseInt(body.multiple, 10),
    isLimit,
    limitPrice: isLimit ? (body.target_price ?? null) : null,
    marginMode: body.margin_mode ?? null,
    takeProfit: (hasStops ? body.target_profit_price : null) ?? null,
    takeProfitSource: body.profit_source ?? TAKE_PROFIT_SOURCE,
    stopLoss: (hasStops ? body.stop_loss_price : null) ?? null,
    stopLossSource: body.stop_source ?? STOP_LOSS_SOURCE,
    worstPrice: isLimit ? null : (body.worst_price ?? null),
  };
}

/** New stops as the wire words them, in our own words. */
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
