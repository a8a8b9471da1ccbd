import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesMarginMode, FuturesProductView, TriggerSource } from '../../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import {
  initialMargin,
  maxLeverage,
  notional,
  type PositionSide,
  quantityOf,
  tradingFee,
} from '../../../contract/rules/margin.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { requestedAmount } from '../../wallet/ledger/index.js';
import { type Book, FuturesCatalog, openingFill, reachesLimit } from '../futures/index.js';
import { type LeftMarket, TakenDepth, type Taking, takingOf } from '../taken-depth/index.js';

/** An order, mapped from the wire. */
export interface OrderWish extends Book {
  marketId: number;
  side: PositionSide;
  lots: number;
  leverage: number;
  /** Null: a market order. */
  limitPrice: string | null;
  isLimit: boolean;
  /** Null: the user's preference. */
  marginMode: FuturesMarginMode | null;
  takeProfit: string | null;
  takeProfitSource: TriggerSource;
  stopLoss: string | null;
  stopLossSource: TriggerSource;
  /** Slippage bound of a market order; null: none. */
  worstPrice: string | null;
  /** Maximum fee ratio: the one that the user was shown; undefined: none. */
  worstFeeRatio?: DecimalText;
}

/** The quote of an order. */
export interface QuotedOrder {
  product: FuturesProductView;
  market: LeftMarket;
  /** The depth that a fill takes from the book. */
  taking: Taking[];
  /** Fill price; of a pending order its limit. */
  price: Decimal;
  worst: Decimal;
  waits: boolean;
  quantity: Decimal;
  notional: Decimal;
  margin: Decimal;
  fee: Decimal;
  limitPrice: DecimalText | null;
  takeProfit: DecimalText | null;
  stopLoss: DecimalText | null;
}

/** Fat-finger check: a limit further from the last price than this factor is refused. */
const LIMIT_FACTOR = 5;

/** Quotes an order. Order and preview share it, so that they cannot differ. */
@Injectable()
export class QuoteOrder {
  constructor(
    private readonly catalog: FuturesCatalog,
    private readonly takenDepth: TakenDepth,
  ) {}

  /**
   * Quotes and takes depth in turn with concurrent orders of the book, so that each sees what the others left.
   * @param terms `known`: those that this process read last, for who compares the fee with the market's as it takes the order.
   * @throws Refusal as {@link execute}.
   */
  inTurn(wish: OrderWish, terms: 'known' | 'now', take: (quote: QuotedOrder) => Promise<void>): Promise<void> {
    return this.takenDepth.inTurn(() => (terms === 'now' ? this.execute(wish) : this.byKnownTerms(wish)), take);
  }

  private async byKnownTerms(wish: OrderWish): Promise<QuotedOrder> {
    const product = this.catalog.require(wish.marketId);
    return this.at(await this.book(wish), product, wish);
  }

  /** Quotes at the remaining depth. @throws Refusal `market.*` when the market accepts no new risk, and as {@link at}. */
  async execute(wish: OrderWish): Promise<QuotedOrder> {
    const { market, product } = await this.now(wish);
    return this.at(market, product, wish);
  }

  /**
   * The remaining depth of the market and the current terms of the product, read in parallel.
   * @throws Refusal `market.*`
   */
  async now(of: Pick<OrderWish, 'marketId' | 'demo'>) {
    this.catalog.require(of.marketId);
    // The market call comes first: it may throw synchronously, and no promise may be pending unobserved then.
    const [market, product] = await Promise.all([this.book(of), this.catalog.requireNow(of.marketId)]);
    return { market, product };
  }

  private book({ marketId, demo }: Pick<OrderWish, 'marketId' | 'demo'>): Promise<LeftMarket> {
    return this.takenDepth.require({ marketId, product: 'perpetual', demo });
  }

  /**
   * Quotes at the given prices, depth and terms.
   * @throws Refusal `futures.lots`, `futures.leverage`, `futures.limit-price`, `futures.too-large`,
   *   `futures.price-moved`, `futures.fee-raised`, `request.invalid`.
   */
  at(market: LeftMarket, product: FuturesProductView, wish: OrderWish): QuotedOrder {
    assertFee(product, wish);
    if (wish.lots < product.lotsMin || wish.lots > product.lotsMax) {
      throw new Refusal('futures.lots', { minimum: product.lotsMin, maximum: product.lotsMax });
    }
    const limitPrice = wish.isLimit ? limitOf(wish.limitPrice, { product, market, field: 'target_price' }) : null;
    const quantity = quantityOf(wish.lots, product.lotSize);
    const { price, worst, waits, taken } = priceOf(wish, { product, market, quantity, limitPrice });
    const value = notional(quantity, price);
    assertLeverage(wish.leverage, product, value);
    const decimals = product.currencyDecimals;
    const margin = initialMargin(quantity, price, wish.leverage, decimals);
    return {
      product,
      market,
      taking: takingOf(market, { demo: wish.demo, side: wish.side === 'long' ? 'buy' : 'sell' }, taken),
      price,
      worst,
      waits,
      quantity,
      notional: value,
      margin,
      fee: tradingFee(quantity, price, product.openFeeRatio, decimals),
      limitPrice,
      takeProfit: stopPrice(wish.takeProfit, product, 'target_profit_price'),
      stopLoss: stopPrice(wish.stopLoss, product, 'stop_loss_price'),
    };
  }
}

/** Parses a stop; '0' and null are no stop. */
export function stopPrice(text: string | null, product: FuturesProductView, field: string): DecimalText | null {
  return text === null || isNoStop(text) ? null : requestedAmount(text, product.priceDecimals, field);
}

export function isNoStop(text: string): boolean {
  return /^0(\.0*)?$/.test(text);
}

/** Parses a limit price. @throws Refusal `futures.limit-price`, `request.invalid`. */
export function limitOf(
  text: string | null,
  { product, market, field }: { product: FuturesProductView; market: Pick<LeftMarket, 'last'>; field: string },
): DecimalText {
  if (text === null) throw new Refusal('futures.limit-price');
  const price = requestedAmount(text, product.priceDecimals, field);
  const ratio = new Decimal(price).dividedBy(market.last);
  if (ratio.gt(LIMIT_FACTOR) || ratio.times(LIMIT_FACTOR).lt(1)) throw new Refusal('futures.limit-price');
  return price;
}

interface Pricing {
  product: FuturesProductView;
  market: LeftMarket;
  quantity: Decimal;
  limitPrice: DecimalText | null;
}

/** A marketable limit order (the book fills all of it within its limit) is filled at once at the book's price. */
function priceOf(wish: OrderWish, { product, market, quantity, limitPrice }: Pricing) {
  const { last, book } = market;
  const quoted = { last, book, spread: product.spread, priceDecimals: product.priceDecimals };
  const { price, worst, isQuoted, taken } = openingFill(quoted, wish.side, quantity);
  if (limitPrice !== null) {
    const limit = new Decimal(limitPrice);
    const isFilled = isQuoted && reachesLimit(wish.side, worst, limit);
    return isFilled ? { price, worst, waits: false, taken } : { price: limit, worst: limit, waits: true, taken: [] };
  }
  if (!isQuoted) throw new Refusal('futures.too-large');
  if (wish.worstPrice !== null && !reachesLimit(wish.side, price, new Decimal(wish.worstPrice))) {
    throw new Refusal('futures.price-moved', { price: price.toFixed() });
  }
  return { price, worst, waits: false, taken };
}

/** Enforces the maximum fee ratio here, because the quoted fee is the one that is charged. */
function assertFee({ openFeeRatio, closeFeeRatio }: FuturesProductView, { worstFeeRatio }: OrderWish): void {
  const fee = Decimal.max(openFeeRatio, closeFeeRatio);
  if (worstFeeRatio === undefined || fee.lte(worstFeeRatio)) return;
  throw new Refusal('futures.fee-raised', { percent: fee.times(100).toFixed() });
}

function assertLeverage(leverage: number, product: FuturesProductView, value: Decimal): void {
  const bound = maxLeverage(product.tiers, value);
  const offered = product.leverages.filter((choice) => choice <= bound);
  if (!offered.includes(leverage)) throw new Refusal('futures.leverage', { maximum: offered.at(-1) ?? 1 });
}
