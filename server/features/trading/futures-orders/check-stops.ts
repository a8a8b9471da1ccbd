import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesMarginMode, FuturesPositionView, TriggerSource } from '../../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { TradableMarket } from '../../markets/market-board/index.js';
import { type Book, type FuturesAccount, PreferencesStore, GetFuturesAccount } from '../futures/index.js';
import { stopsRefusal } from './futures-refusals.js';
import type { Stops } from './futures.store.js';
import { crossTotals, judged, liquidationOf } from '../../../contract/rules/position-figures.rules.js';
import type { OrderWish, QuotedOrder } from './quote-order.js';
import { stopsProblem } from './stops.rules.js';

/** The fields of a quoted order that its liquidation price depends on. */
type AsOpened = Pick<QuotedOrder, 'product' | 'price' | 'margin' | 'fee'>;

/** Checks take-profit and stop-loss against entry price, trigger prices and liquidation price. */
@Injectable()
export class CheckStops {
  constructor(
    private readonly preferences: PreferencesStore,
    private readonly getFuturesAccount: GetFuturesAccount,
  ) {}

  /** Stops of a new order; `account` overrides the account that it is placed in, as a reversal does. @throws Refusal `futures.take-profit-…`, `futures.stop-loss-…`, `futures.stop-beyond-liquidation`. */
  async ofOrder(wish: OrderWish, quote: QuotedOrder, account?: FuturesAccount): Promise<void> {
    if (quote.takeProfit === null && quote.stopLoss === null) return;
    const now = (stop: DecimalText | null, source: TriggerSource) =>
      stop === null || quote.waits ? null : requiredPrice(source, quote.market);
    const problem = stopsProblem({
      side: wish.side,
      takeProfit: quote.takeProfit,
      stopLoss: quote.stopLoss,
      entryPrice: quote.price.toFixed(),
      takeProfitNow: now(quote.takeProfit, wish.takeProfitSource),
      stopLossNow: now(quote.stopLoss, wish.stopLossSource),
      liquidationPrice: quote.stopLoss === null ? null : await this.liquidationOfOrder(wish, quote, account),
    });
    if (problem) throw stopsRefusal(problem);
  }

  /**
   * Stops of an existing order or position. An unchanged stop is not refused because its trigger price is missing.
   * @param market null: the market has no price, so nothing is compared with it.
   * @throws Refusal as {@link ofOrder}, `market.stale` for a changed stop whose own trigger price is missing.
   */
  async ofPosition(position: FuturesPositionView, stops: Stops, market: TradableMarket | null, book: Book) {
    const changed = changedStops(position, stops);
    const of = (level: DecimalText | null, source: TriggerSource, isChanged: boolean) =>
      position.status === 0 ? { level, now: null } : stopNow({ level, source, isChanged }, market);
    const profit = of(stops.takeProfit, stops.takeProfitSource, changed.takeProfit);
    const loss = of(stops.stopLoss, stops.stopLossSource, changed.stopLoss);
    const problem = stopsProblem({
      side: position.side,
      takeProfit: profit.level,
      stopLoss: loss.level,
      entryPrice: position.entryPrice ?? position.limitPrice ?? position.marketPrice,
      takeProfitNow: profit.now,
      stopLossNow: loss.now,
      liquidationPrice: loss.level === null ? null : await this.liquidationOfPosition(position, book),
    });
    if (problem) throw stopsRefusal(problem);
  }

  /** Liquidation price of the order's position in its account: the maintenance tier is that of the whole side. */
  async liquidationOfOrder(wish: OrderWish, quote: AsOpened, account?: FuturesAccount): Promise<DecimalText | null> {
    const marginMode = await this.marginMode(wish);
    account ??= await this.getFuturesAccount.execute(wish);
    const added = asPosition({ ...wish, marginMode }, quote);
    const positions = [...account.positions, added];
    const now = judged(positions, account);
    // The order's margin still backs the cross account; only the fee is spent.
    const totals = crossTotals(positions, quote.product.currencyId, now);
    const wallet = totals.wallet.minus(quote.margin).minus(quote.fee);
    return liquidationOf(added, now, { ...totals, wallet });
  }

  async marginMode(wish: OrderWish): Promise<FuturesMarginMode> {
    return wish.marginMode ?? (await this.preferences.marginMode(wish)) ?? 'isolated';
  }

  private async liquidationOfPosition(position: FuturesPositionView, book: Book): Promise<DecimalText | null> {
    const account = await this.getFuturesAccount.execute(book);
    const held = asHeld(position);
    const positions = [...account.positions.filter(({ positionId }) => positionId !== position.positionId), held];
    const now = judged(positions, account);
    return liquidationOf(held, now, crossTotals(positions, position.currencyId, now));
  }
}

/** A pending order as the position that a fill at its limit opens; an open position as it is. */
export function asHeld(row: FuturesPositionView): FuturesPositionView {
  return row.status === 0 ? { ...row, status: 1, entryPrice: row.limitPrice, margin: row.reserved } : row;
}

/** Current trigger price of a source; null: none. There is no fallback to another source, which would not trigger the stop. */
export function priceBy(source: TriggerSource, market: TradableMarket): DecimalText | null {
  return market[source];
}

function requiredPrice(source: TriggerSource, market: TradableMarket): DecimalText {
  const price = priceBy(source, market);
  if (price === null) throw new Refusal('market.stale');
  return price;
}

/** A stop with its current trigger price; the level is null (not checked) for an unchanged stop whose price is missing. */
function stopNow(
  { level, source, isChanged }: { level: DecimalText | null; source: TriggerSource; isChanged: boolean },
  market: TradableMarket | null,
): { level: DecimalText | null; now: DecimalText | null } {
  const now = market && priceBy(source, market);
  if (now !== null || level === null) return { level, now };
  if (!isChanged) return { level: null, now };
  // A closed market has no price at all: the stop is checked against the entry price alone.
  if (market) throw new Refusal('market.stale');
  return { level, now };
}

/** Whether level or trigger source of each stop differs from the row. */
function changedStops(row: FuturesPositionView, stops: Stops): Record<'takeProfit' | 'stopLoss', boolean> {
  const isOther = (stop: DecimalText | null, before: DecimalText | null) =>
    stop === null || before === null ? stop !== before : !new Decimal(stop).eq(before);
  return {
    takeProfit: isOther(stops.takeProfit, row.takeProfit) || stops.takeProfitSource !== row.takeProfitSource,
    stopLoss: isOther(stops.stopLoss, row.stopLoss) || stops.stopLossSource !== row.stopLossSource,
  };
}

/** The order as a position, with the fields that the liquidation price depends on. */
function asPosition(wish: OrderWish & { marginMode: FuturesMarginMode }, quote: AsOpened): FuturesPositionView {
  const { product, price, margin } = quote;
  return {
    positionId: 'order',
    marketId: product.marketId,
    market: product.market,
    currencyId: product.currencyId,
    side: wish.side,
    marginMode: wish.marginMode,
    status: 1,
    leverage: wish.leverage,
    lotSize: product.lotSize,
    lots: wish.lots,
    entryPrice: price.toFixed(),
    margin: margin.toFixed(),
    closeFeeRatio: product.closeFeeRatio,
  } as FuturesPositionView;
}
