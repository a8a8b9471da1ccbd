import { Injectable } from '@nestjs/common';
import type { FuturesMarginMode, FuturesPositionView, TriggerSource } from '../../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { TradableMarket } from '../../markets/market-board/index.js';
import { type Book, type FuturesAccount, PreferencesStore, GetFuturesAccount } from '../futures/index.js';
import { stopsRefusal } from './futures-refusals.js';
import type { Stops } from './futures.store.js';
import { crossTotals, judged, liquidationOf } from '../../../contract/rules/position-figures.rules.js';
import type { OrderWish, QuotedOrder } from './quote-order.js';
import { stopsProblem } from './stops.rules.js';

/** What of a quoted order its liquidation depends on. */
type AsOpened = Pick<QuotedOrder, 'product' | 'price' | 'margin' | 'fee'>;

/** Checks stops against the entry price, the prices that trigger them, and the price of liquidation. */
@Injectable()
export class CheckStops {
  constructor(
    private readonly preferences: PreferencesStore,
    private readonly getFuturesAccount: GetFuturesAccount,
  ) {}

  /** Stops of a new order; `account`: the one that it is placed in, where that is not the user's as it is. @throws Refusal `futures.take-profit-…`, `futures.stop-loss-…`, `futures.stop-beyond-liquidation`. */
  async ofOrder(wish: OrderWish, quote: QuotedOrder, account?: FuturesAccount): Promise<void> {
    if (quote.takeProfit === null && quote.stopLoss === null) return;
    const now = (source: TriggerSource) => (quote.waits ? null : priceBy(source, quote.market));
    const problem = stopsProblem({
      side: wish.side,
      takeProfit: quote.takeProfit,
      stopLoss: quote.stopLoss,
      entryPrice: quote.price.toFixed(),
      takeProfitNow: now(wish.takeProfitSource),
      stopLossNow: now(wish.stopLossSource),
      liquidationPrice: quote.stopLoss === null ? null : await this.liquidationOfOrder(wish, quote, account),
    });
    if (problem) throw stopsRefusal(problem);
  }

  /** Stops of an order or position that exists. @param market null: it has no price now, so none is compared. */
  async ofPosition(position: FuturesPositionView, stops: Stops, market: TradableMarket | null, book: Book) {
    const isPending = position.status === 0;
    const now = (source: TriggerSource) => (isPending || !market ? null : priceBy(source, market));
    const problem = stopsProblem({
      side: position.side,
      takeProfit: stops.takeProfit,
      stopLoss: stops.stopLoss,
      entryPrice: position.entryPrice ?? position.limitPrice ?? position.marketPrice,
      takeProfitNow: now(stops.takeProfitSource),
      stopLossNow: now(stops.stopLossSource),
      liquidationPrice: stops.stopLoss === null ? null : await this.liquidationOfPosition(position, book),
    });
    if (problem) throw stopsRefusal(problem);
  }

  /** The liquidation price of the order's position, within its account: maintenance goes by all of its side together. */
  async liquidationOfOrder(wish: OrderWish, quote: AsOpened, account?: FuturesAccount): Promise<DecimalText | null> {
    const marginMode = await this.marginMode(wish);
    account ??= await this.getFuturesAccount.execute(wish);
    const added = asPosition({ ...wish, marginMode }, quote);
    const positions = [...account.positions, added];
    const now = judged(positions, account);
    // The order's margin stays within what backs the account; only its fee leaves.
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

/** A pending order as the position that its limit would make; what is held as it is. */
export function asHeld(row: FuturesPositionView): FuturesPositionView {
  return row.status === 0 ? { ...row, status: 1, entryPrice: row.limitPrice, margin: row.reserved } : row;
}

/** The price that triggers a stop; the last price where the market has no other. */
export function priceBy(source: TriggerSource, market: TradableMarket): DecimalText {
  return (source === 'mark' ? market.mark : source === 'index' ? market.index : null) ?? market.last;
}

/** The position that an order would be, as far as its liquidation price depends on it. */
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
