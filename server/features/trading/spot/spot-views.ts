import { accountTypeOf } from '../../../contract/account-type.dto.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { averagePrice } from '../../../contract/rules/spot.rules.js';
import type {
  SpotAmendmentPreviewView,
  SpotAmendmentView,
  SpotFillView,
  SpotOrderView,
  SpotOwnFillView,
  SpotPreviewView,
} from '../../../contract/trading/spot.dto.js';
import type { SpotExitView, SpotStopReceiptView } from '../../../contract/trading/spot-stops.dto.js';
import { Decimal } from '../../../contract/decimal.js';
import { wireFigure, wirePrice } from '../../../contract/wire-decimals.js';
import type { MarketCatalog } from '../../markets/market-board/index.js';
import type { AmendmentPreview } from './preview-amendment.js';
import type { SpotPreview } from './preview-spot-order.js';
import type { SpotAmendmentRow } from './spot-amendments.store.js';
import type { SpotExitRow } from './spot-exits.store.js';
import type { SpotFillRow, SpotOwnFillRow } from './spot-executions.store.js';
import type { SpotOrder, SpotStopReceipt } from './spot.store.js';

const STATUSES: Record<SpotOrder['status'], number> = { open: 1, filled: 2, cancelled: 3 };

export function spotOrderView(order: SpotOrder, catalog: Pick<MarketCatalog, 'byId'>): SpotOrderView {
  const market = catalog.byId(order.marketId);
  return {
    id: order.id,
    u_id: order.userId,
    currency_id: market?.base.id ?? 0,
    legal_id: market?.quote.id ?? 0,
    symbol: market?.symbol ?? '',
    type: order.side === 'buy' ? 1 : 2,
    target_price: wirePrice(order.limitPrice ?? '0', market),
    trade_price: wirePrice(averagePrice(order) ?? '0', market),
    trade_amount: wireFigure(order.quantity),
    filled_amount: wireFigure(order.filled),
    total: wireFigure(order.amount),
    charge_fee: wireFigure(order.fee),
    status: STATUSES[order.status],
    reason: order.reason,
    time_in_force: order.timeInForce,
    expires_at: order.expiresAt?.getTime() ?? null,
    stop: order.stop ? receiptView(order.stop) : null,
    paired_stop_id: order.pairedStopId ?? null,
    exit: order.exit ? exitView(order.exit) : null,
    account_type: accountTypeOf(order.demo),
    version: order.version,
    created_at: wireTime(order.createdAt),
    updated_at: wireTime(order.updatedAt),
  };
}

function exitView({ takeProfit, stopLoss, expiresAt, status, amendments }: SpotExitRow): SpotExitView {
  return { take_profit_price: takeProfit, stop_loss_price: stopLoss, expires_at: expiresAt, status, amendments };
}

function receiptView(stop: SpotStopReceipt): SpotStopReceiptView {
  return {
    id: stop.id,
    direction: stop.direction,
    trigger_price: stop.triggerPrice,
    triggered_price: stop.triggeredPrice,
    triggered_at: stop.triggeredAt,
  };
}

export function spotFillView(fill: SpotFillRow): SpotFillView {
  return {
    id: fill.id,
    price: averagePrice({ filled: fill.quantity, exact: exactOf(fill.levels) }) ?? '0',
    quantity: fill.quantity,
    amount: fill.amount,
    fee: fill.fee,
    levels: fill.levels,
    book_at: fill.bookAt.getTime(),
    origin: fill.origin,
    at: fill.at.getTime(),
  };
}

export function amendmentView(row: SpotAmendmentRow): SpotAmendmentView {
  return {
    limit_before: row.limitBefore,
    limit_after: row.limitAfter,
    quantity_before: row.quantityBefore,
    quantity_after: row.quantityAfter,
    at: row.at.getTime(),
  };
}

export function spotOwnFillView(fill: SpotOwnFillRow, catalog: Pick<MarketCatalog, 'byId'>): SpotOwnFillView {
  return {
    ...spotFillView(fill),
    order_id: fill.orderId,
    symbol: catalog.byId(fill.marketId)?.symbol ?? '',
    type: fill.side === 'buy' ? 1 : 2,
    account_type: accountTypeOf(fill.demo),
  };
}

export function amendmentPreviewView(preview: AmendmentPreview): SpotAmendmentPreviewView {
  const { order, prices, fill, reservedAfter } = preview;
  return {
    symbol: prices.market.symbol,
    target_price: preview.limitPrice,
    quantity: preview.quantity,
    filled_before: order.filled,
    filled: fill?.quantity ?? '0',
    average_price: fill && averagePrice({ filled: fill.quantity, exact: exactOf(fill.levels) }),
    amount: fill?.amount ?? '0',
    fee: fill?.fee ?? '0',
    frozen_before: order.reserved,
    frozen: reservedAfter,
    balance: preview.balance,
    balance_after: preview.balanceAfter,
    price_at: prices.at,
    origin: prices.origin,
  };
}

function exactOf(levels: readonly (readonly [string, string])[]): string {
  return levels.reduce((sum, [price, size]) => sum.plus(new Decimal(price).times(size)), new Decimal(0)).toFixed();
}

/** @param now product time, for the price's age. */
export function spotPreviewView(preview: SpotPreview, now: number): SpotPreviewView {
  const { market, terms, fill, worstPrice, reserve, prices } = preview;
  return {
    symbol: market.symbol,
    side: terms.side,
    quantity: terms.quantity,
    filled: fill?.quantity ?? '0',
    average_price: fill && averagePrice(fill.progress),
    worst_price: worstPrice,
    amount: fill?.amount ?? '0',
    fee: fill?.fee ?? '0',
    fee_ratio: terms.feeRatio,
    frozen: reserve,
    balance: preview.balance,
    balance_after: preview.balanceAfter,
    received: preview.received,
    price_at: prices.at,
    price_age_ms: Math.max(0, now - prices.at),
    origin: prices.origin,
  };
}
