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

/** An order request in our own words. */
export interface OrderWish extends Book {
  marketId: number;
  side: PositionSide;
  lots: number;
  leverage: number;
  /** Null: at the market. */
  limitPrice: string | null;
  isLimit: boolean;
  /** Null: as the user prefers. */
  marginMode: FuturesMarginMode | null;
  takeProfit: string | null;
  takeProfitSource: TriggerSource;
  stopLoss: string | null;
  stopLossSource: TriggerSource;
  /** A market order is not filled at a worse price; null: at any. */
  worstPrice: string | null;
  /** The fee that the user was shown, which it is not placed above; left out: at any. */
  worstFeeRatio?: DecimalText;
}

/** What the order would be at this moment. */
export interface QuotedOrder {
  product: FuturesProductView;
  market: LeftMarket;
  /** What filling it takes of the book. */
  taking: Taking[];
  /** Filled at; of an order that waits its limit. */
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

/** A limit further from the last price than this factor is refused as a typing error (fat finger). */
const LIMIT_FACTOR = 5;

/** Quotes an order; both the order and its preview use it, so they cannot differ. */
@Injectable()
export class QuoteOrder {
  constructor(
    private readonly catalog: FuturesCatalog,
    private readonly takenDepth: TakenDepth,
  ) {}

  /**
   * Takes what the order is quoted, when no other order is about to leave too little of it.
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

  /** At what is left of the book now. @throws Refusal `market.*` when the market takes no risk now, and as {@link at}. */
  async execute(wish: OrderWish): Promise<QuotedOrder> {
    const { market, product } = await this.now(wish);
    return this.at(market, product, wish);
  }

  /**
   * What is left of a market's book now, and the terms that an order is charged now; neither waits for the other.
   * @throws Refusal `market.*`
   */
  async now(of: Pick<OrderWish, 'marketId' | 'demo'>) {
    this.catalog.require(of.marketId);
    // The market is asked first because it may refuse at once: nothing is on its way then whose failure nobody hears.
    const [market, product] = await Promise.all([this.book(of), this.catalog.requireNow(of.marketId)]);
    return { market, product };
  }

  private book({ marketId, demo }: Pick<OrderWish, 'marketId' | 'demo'>): Promise<LeftMarket> {
    return this.takenDepth.require({ marketId, product: 'perpetual', demo });
  }

  /**
   * At these prices, this book and these terms.
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

/** A stop as it was sent; '0' and nothing are no stop. */
export function stopPrice(text: string | null, product: FuturesProductView, field: string): DecimalText | null {
  return text === null || isNoStop(text) ? null : requestedAmount(text, product.priceDecimals, field);
}

export function isNoStop(text: string): boolean {
  return /^0(\.0*)?$/.test(text);
}

/** A limit price as it was sent. @throws Refusal `futures.limit-price`, `request.invalid`. */
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

/** A marketable limit order, one that the book fills whole within its limit, is filled at once at the book's price. */
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

/** Nobody is charged a higher fee than the one they were shown: what is quoted here is what the order is charged. */
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
