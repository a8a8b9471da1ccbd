import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView, FuturesProductView } from '../../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { closingFill } from './fill-price.rules.js';
import { gained, quantityOf, realisedProfit, tradingFee } from '../../../contract/rules/margin.rules.js';

/** A position with the terms that a close at a stop is computed from. */
export interface StopTerms {
  product: Pick<FuturesProductView, 'spread' | 'priceDecimals' | 'currencyDecimals'>;
  /** Free in the futures account: backs a cross position. */
  available: DecimalText;
}

export interface LotsToClose {
  /** Null: all. */
  lots: number | null;
  price: Decimal;
  /** Decimals of the currency. */
  decimals: number;
  /** Free in the futures account: backs a cross position. */
  available: DecimalText;
}

/** How a close settles. The same as the stored function `futures_settlement`, which posts it. */
export interface Settlement {
  /** All lots, when a part would use up the collateral of the rest. */
  lots: number;
  /** Margin of the closed lots. */
  released: Decimal;
  /** Profit or loss borne by the user. */
  profit: Decimal;
  fee: Decimal;
  /** Loss beyond the user's funds. */
  shortfall: Decimal;
}

/**
 * A loss is taken from the margin of the closed lots, then from the further collateral: the margin of the other lots (isolated)
 * or the futures account (cross). Profit is rounded down, the fee up.
 */
export function settle(position: FuturesPositionView, close: LotsToClose): Settlement {
  const lots = Math.min(close.lots ?? position.lots, position.lots);
  const isWhole = lots === position.lots;
  const margin = new Decimal(position.margin);
  const released = isWhole ? margin : gained(margin.times(lots).dividedBy(position.lots), close.decimals);
  const backing = position.marginMode === 'cross' ? new Decimal(close.available) : margin.minus(released);
  const quantity = quantityOf(lots, position.lotSize);
  const entry = { side: position.side, entryPrice: position.entryPrice ?? '0' };
  const profit = realisedProfit(entry, quantity, close.price, close.decimals);
  const fee = tradingFee(quantity, close.price, position.closeFeeRatio, close.decimals);
  const pool = released.plus(backing);
  const isAPart = released.gt(0) && (position.marginMode === 'cross' || released.lt(margin));
  if (!isWhole && !(isAPart && pool.plus(profit).minus(fee).gt(0))) return settle(position, { ...close, lots: null });
  const shortfall = Decimal.max(0, pool.plus(profit).negated());
  const borne = profit.plus(shortfall);
  return { lots, released, profit: borne, fee: Decimal.min(fee, pool.plus(borne)), shortfall };
}

/**
 * The settlement of closing the whole position at a stop's level with the spread, as for small quantities. The real
 * fill may be better or worse (slippage).
 */
export function closedAtStop(
  position: FuturesPositionView,
  stop: DecimalText,
  { product: { spread, priceDecimals, currencyDecimals }, available }: StopTerms,
): { price: Decimal; settled: Settlement } {
  const quantity = quantityOf(position.lots, position.lotSize);
  const { price } = closingFill({ last: stop, book: null, spread, priceDecimals }, position.side, quantity);
  return { price, settled: settle(position, { lots: null, price, decimals: currencyDecimals, available }) };
}
