import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type {
  FuturesPositionView,
  FuturesPreviewView,
  FuturesProductView,
} from '../../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import {
  exposuresOf,
  maxLeverage,
  notional,
  quantityOf,
  sideKey,
  tierOf,
} from '../../../contract/rules/margin.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { requestedAmount } from '../../wallet/ledger/index.js';
import type { TradableMarket } from '../../markets/market-board/index.js';
import { type FilledPrice, type FuturesAccount, PositionsStore, GetFuturesAccount } from '../futures/index.js';
import { CheckStops } from './check-stops.js';
import { isHeld, isShared, judged } from '../../../contract/rules/position-figures.rules.js';
import { afterClosing, liquidationIn, withBalance } from './account-after.js';
import { sizeRefusal } from './futures-refusals.js';
import { QuoteClosing } from './quote-closing.js';
import { type OrderWish, type QuotedOrder, QuoteOrder } from './quote-order.js';

/** An open position with its account, market and product. */
export interface Held {
  position: FuturesPositionView;
  product: FuturesProductView;
  market: TradableMarket;
  account: FuturesAccount;
}

/** Previews a command by the command's own rules; writes nothing. */
@Injectable()
export class PreviewFutures {
  constructor(
    private readonly quoteOrder: QuoteOrder,
    private readonly quoteClosing: QuoteClosing,
    private readonly checkStops: CheckStops,
    private readonly getFuturesAccount: GetFuturesAccount,
    private readonly positions: PositionsStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal those of the order, except an insufficient balance, which the preview shows as negative. */
  async order(wish: OrderWish): Promise<FuturesPreviewView> {
    const quote = await this.quoteOrder.execute(wish);
    await this.checkStops.ofOrder(wish, quote);
    return this.orderIn(await this.getFuturesAccount.execute(wish), wish, quote);
  }

  /** Previews a quoted order in the given account. @throws Refusal `futures.size-for-leverage`. */
  async orderIn(account: FuturesAccount, wish: OrderWish, quote: QuotedOrder): Promise<FuturesPreviewView> {
    const { product, market, price, worst, margin, fee } = quote;
    const marginMode = await this.checkStops.marginMode(wish);
    const { size, person } = await this.assertFits(account, wish, quote);
    const before = account.available(product.currencyId);
    return {
      ...this.origin(market),
      market: product.market,
      side: wish.side,
      marginMode,
      lots: wish.lots,
      price: price.toFixed(),
      worstPrice: worst.toFixed(),
      waits: quote.waits,
      notional: quote.notional.toFixed(),
      fee: fee.toFixed(),
      openFeeRatio: product.openFeeRatio,
      margin: margin.toFixed(),
      realisedProfit: '0',
      liquidationPriceBefore: null,
      liquidationPriceAfter: await this.checkStops.liquidationOfOrder({ ...wish, marginMode }, quote, account),
      liquidationIsEstimate: marginMode === 'cross',
      liquidationIsShared: size.isShared,
      maintenanceRatio: tierOf(product.tiers, size.value).rate,
      balanceBefore: before,
      balanceAfter: new Decimal(before).minus(margin).minus(fee).toFixed(),
      leverages: offered(product, person.value),
    };
  }

  /**
   * Checks the exposure of account and person in the order's market and side, the order included.
   * @throws Refusal `futures.size-for-leverage`.
   */
  async assertFits(
    account: FuturesAccount,
    wish: OrderWish,
    quote: SizedOrder,
  ): Promise<Record<'size' | 'person', SideSize>> {
    const size = sizeOf(account, quote, wish);
    const person = await this.personSize(size, quote, wish);
    assertSize(person, wish.leverage, quote.product);
    return { size, person };
  }

  /** @param lots null: all. @throws Refusal `futures.not-found`, `futures.not-open`, `market.*`. */
  async close(userId: string, positionId: string, lots: number | null): Promise<FuturesPreviewView> {
    const held = await this.held(userId, positionId);
    const { position } = held;
    const quantity = quantityOf(Math.min(lots ?? position.lots, position.lots), position.lotSize);
    return this.closeAt(held, await this.quoteClosing.execute(position, quantity), lots);
  }

  /** Previews a quoted close. */
  closeAt(held: Held, { price, worst }: Pick<FilledPrice, 'price' | 'worst'>, lots: number | null): FuturesPreviewView {
    const { position, product, account } = held;
    const after = afterClosing(account, position, { lots, price }, product.currencyDecimals);
    const { settled } = after;
    return {
      ...this.viewOf(held, after.left, after.balance),
      price: price.toFixed(),
      worstPrice: worst.toFixed(),
      lots: settled.lots,
      notional: notional(quantityOf(settled.lots, position.lotSize), price).toFixed(),
      fee: settled.fee.toFixed(),
      realisedProfit: settled.profit.toFixed(),
    };
  }

  /** @throws Refusal `futures.not-found`, `futures.not-open`, `futures.cross-margin`, `ledger.too-many-decimals`. */
  async addMargin(userId: string, positionId: string, text: string): Promise<FuturesPreviewView> {
    const held = await this.held(userId, positionId);
    const { position, product, account } = held;
    if (position.marginMode !== 'isolated') throw new Refusal('futures.cross-margin');
    const amount = requestedAmount(text, product.currencyDecimals, 'amount');
    const after = { ...position, margin: new Decimal(position.margin).plus(amount).toFixed() };
    return this.viewOf(held, after, new Decimal(account.available(position.currencyId)).minus(amount).toFixed());
  }

  /** Exposure limits by leverage apply to all accounts of a person together, as in `futures_submit`. */
  private async personSize(size: SideSize, { market, product }: SizedOrder, wish: OrderWish): Promise<SideSize> {
    const { quantity, leverage } = await this.positions.elsewhere(wish, {
      marketId: product.marketId,
      side: wish.side,
    });
    const value = size.value.plus(notional(quantity, market.last));
    return { ...size, value, leverage: Math.max(size.leverage, leverage) };
  }

  /** Reads an open position with its prices. @throws Refusal `futures.not-found`, `futures.not-open`, `market.*`. */
  private async held(userId: string, positionId: string): Promise<Held> {
    const position = await this.positions.find(userId, positionId);
    if (!position) throw new Refusal('futures.not-found');
    if (!isHeld(position)) throw new Refusal('futures.not-open');
    const { market, product } = await this.quoteClosing.market(position);
    const account = await this.getFuturesAccount.execute({ userId, demo: position.demo });
    return { position, product, market, account };
  }

  /** The common part of each preview; `after`: position and available balance behind the command. */
  viewOf(
    { position, product, market, account }: Held,
    after: FuturesPositionView,
    balanceAfter: DecimalText,
  ): FuturesPreviewView {
    const value = notional(quantityOf(after.lots, position.lotSize), market.mark ?? market.last);
    const whole = wholeOf(account, position, after, market.mark ?? market.last);
    return {
      ...this.origin(market),
      market: position.market,
      side: position.side,
      marginMode: position.marginMode,
      lots: position.lots,
      price: market.mark ?? market.last,
      worstPrice: market.mark ?? market.last,
      waits: false,
      notional: value.toFixed(),
      fee: '0',
      openFeeRatio: null,
      margin: after.margin,
      realisedProfit: '0',
      liquidationPriceBefore: liquidationIn(account, position),
      liquidationPriceAfter:
        after.lots === 0 ? null : liquidationIn(withBalance(account, after.currencyId, balanceAfter), after),
      liquidationIsEstimate: position.marginMode === 'cross',
      liquidationIsShared: isShared(position, judged(account.positions, account)),
      maintenanceRatio: tierOf(product.tiers, whole).rate,
      balanceBefore: account.available(position.currencyId),
      balanceAfter,
      leverages: offered(product, whole),
    };
  }

  private origin({ at, origin }: TradableMarket) {
    return { priceAgeMs: Math.max(0, this.clock.now() - at), origin };
  }
}

/** Exposure of the position's side, pending orders included, with the changed position. */
function wholeOf(
  { positions }: FuturesAccount,
  before: FuturesPositionView,
  after: FuturesPositionView,
  price: string,
) {
  const others = positions.filter(({ positionId }) => positionId !== before.positionId);
  const { marketId, side } = after;
  return notional(exposuresOf([...others, after]).get(sideKey(marketId, side)) ?? '0', price);
}

/** The fields of a quoted order that its exposure depends on. */
type SizedOrder = Pick<QuotedOrder, 'product' | 'market' | 'notional'>;

/** Exposure of a side with the order, and the highest leverage in it. */
interface SideSize {
  value: Decimal;
  leverage: number;
  /** Whether the side holds more than this order. */
  isShared: boolean;
}

/** Values the order at its own price and the rest at the last price, as `futures_submit` does. */
function sizeOf(
  { positions }: FuturesAccount,
  { market, product, notional: own }: SizedOrder,
  { side }: OrderWish,
): SideSize {
  const beside = positions.filter((each) => each.marketId === product.marketId && each.side === side);
  const others = exposuresOf(beside).get(sideKey(product.marketId, side)) ?? '0';
  return {
    value: notional(others, market.last).plus(own),
    leverage: Math.max(0, ...beside.map(({ leverage }) => leverage)),
    isShared: beside.length > 0,
  };
}

/** @throws Refusal `futures.size-for-leverage`. */
function assertSize({ value, leverage }: SideSize, wanted: number, { tiers }: FuturesProductView): void {
  const bound = maxLeverage(tiers, value);
  if (Math.max(leverage, wanted) > bound) throw sizeRefusal(bound);
}

function offered({ leverages, tiers }: FuturesProductView, value: Decimal): number[] {
  const bound = maxLeverage(tiers, value);
  return leverages.filter((leverage) => leverage <= bound);
}
