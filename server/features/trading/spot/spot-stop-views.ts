import { accountTypeOf } from '../../../contract/account-type.dto.js';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type {
  SpotStopAmendmentPreviewView,
  SpotStopAmendmentView,
} from '../../../contract/trading/spot-stop-amendments.dto.js';
import type { SpotStopPreviewView, SpotStopView } from '../../../contract/trading/spot-stops.dto.js';
import type { MarketCatalog } from '../../markets/market-board/index.js';
import type { StopAmendmentPreview } from './amend-spot-stop.js';
import type { SpotBalance } from './check-spot-balance.js';
import type { SpotStopAmendmentRow } from './spot-stop-amendments.store.js';
import type { NewSpotStop, SpotStop } from './spot-stops.store.js';

/** What would be placed, alone or with an order, and what it would freeze. */
interface StopPlan extends SpotBalance {
  stop: Pick<NewSpotStop, 'direction' | 'triggerPrice'>;
  reserve: DecimalText;
  feeRatio: DecimalText;
}

export function stopPreviewView(
  { stop, reserve, balance, balanceAfter, feeRatio }: StopPlan,
  symbol: string,
  last: DecimalText,
): SpotStopPreviewView {
  return {
    symbol,
    direction: stop.direction,
    trigger_price: stop.triggerPrice,
    last,
    frozen: reserve,
    balance,
    balance_after: balanceAfter,
    fee_ratio: feeRatio,
  };
}

export function stopView(stop: SpotStop, catalog: Pick<MarketCatalog, 'byId'>): SpotStopView {
  return {
    id: stop.id,
    symbol: catalog.byId(stop.marketId)?.symbol ?? '',
    type: stop.side === 'buy' ? 1 : 2,
    direction: stop.direction,
    trigger_price: stop.triggerPrice,
    trail_percent: percentOf(stop.trailRatio),
    trail_distance: stop.trailDistance,
    watermark: stop.watermark,
    target_price: stop.limitPrice,
    quantity: stop.quantity,
    cost: stop.cost,
    frozen: stop.reserved,
    status: stop.status,
    triggered_price: stop.triggeredPrice,
    triggered_at: stop.triggeredPriceAt?.getTime() ?? null,
    order_id: stop.orderId,
    paired_order_id: stop.pairedOrderId,
    paired_price: stop.pairedLimitPrice,
    reason: stop.reason,
    expires_at: stop.expiresAt?.getTime() ?? null,
    account_type: accountTypeOf(stop.demo),
    amendments: stop.amendments,
    version: stop.version,
    created_at: stop.createdAt.getTime(),
    updated_at: stop.updatedAt.getTime(),
  };
}

/** What the change would make of it. */
export function stopAmendmentPreviewView(preview: StopAmendmentPreview): SpotStopAmendmentPreviewView {
  const { stop, market, terms, held, reserve, balance, balanceAfter, last } = preview;
  return {
    symbol: market.symbol,
    direction: stop.direction,
    trigger_price: terms.triggerPrice,
    target_price: terms.limitPrice,
    quantity: terms.quantity,
    cost: terms.cost,
    trail_percent: percentOf(terms.trailRatio),
    trail_distance: terms.trailDistance,
    paired_price: terms.pairedLimitPrice,
    last,
    frozen_before: held,
    frozen: reserve,
    balance,
    balance_after: balanceAfter,
  };
}

export function stopAmendmentView(row: SpotStopAmendmentRow): SpotStopAmendmentView {
  return {
    trigger_before: row.triggerBefore,
    trigger_after: row.triggerAfter,
    limit_before: row.limitBefore,
    limit_after: row.limitAfter,
    amount_before: row.amountBefore,
    amount_after: row.amountAfter,
    trail_before: row.trailBefore,
    trail_after: row.trailAfter,
    paired_before: row.pairedLimitBefore,
    paired_after: row.pairedLimitAfter,
    at: row.at.getTime(),
  };
}

function percentOf(ratio: DecimalText | null): DecimalText | null {
  return ratio === null ? null : new Decimal(ratio).times(100).toFixed();
}
