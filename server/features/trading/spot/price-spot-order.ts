import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import { type DecimalText, parseAmount } from '../../../contract/money.js';
import { type BookView, bookSide } from '../../../contract/rules/book-walk.rules.js';
import {
  fillAgainst,
  NOTHING_FILLED,
  reserveFor,
  type SpotFill,
  type SpotSide,
  type SpotTerms,
} from '../../../contract/rules/spot.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog, type MarketEntity } from '../../markets/market-board/index.js';
import { type LeftMarket, TakenDepth, type Taking, takingOf } from '../taken-depth/index.js';
import { type SpotProduct, SpotStore } from './spot.store.js';

/** An order as it is wished. */
export interface SpotWish {
  baseCurrencyId: number;
  quoteCurrencyId: number;
  demo: boolean;
  side: SpotSide;
  /** As the user typed it. */
  quantity: string;
  /** Null: a market order. */
  limitPrice: string | null;
}

/** The order against the book of this moment. */
export interface PricedSpotOrder {
  market: MarketEntity;
  product: SpotProduct;
  prices: LeftMarket;
  terms: SpotTerms;
  /** What is executed at once; null when nothing is. */
  fill: SpotFill | null;
  worstPrice: DecimalText | null;
  /** What executing takes of the book. */
  taking: Taking[];
  /** What is frozen for the rest. */
  reserve: DecimalText;
}

/** Holds an order against what is left of the quoted book: what previews show and what submitting does. */
@Injectable()
export class PriceSpotOrder {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly store: SpotStore,
    private readonly takenDepth: TakenDepth,
  ) {}

  /**
   * @throws Refusal of `TradableMarkets`; `market.not-offered`, `request.invalid`, `spot.decimals`, `spot.no-book` when
   * the book has nothing on the side of a market order, `spot.below-minimum`, `spot.above-maximum`.
   */
  async execute(wish: SpotWish): Promise<PricedSpotOrder> {
    const found = this.catalog.byCurrencies(wish.baseCurrencyId, wish.quoteCurrencyId);
    const prices = await this.takenDepth.require({ marketId: found?.id ?? 0, product: 'spot', demo: wish.demo });
    const { market } = prices;
    const product = await this.store.product(market.id);
    if (!product) throw new Refusal('market.not-offered');
    const limitPrice = wish.limitPrice === null ? null : within(wish.limitPrice, market.priceScale, 'target_price');
    const terms: SpotTerms = {
      side: wish.side,
      quantity: within(wish.quantity, market.quantityScale, 'amount'),
      limitPrice,
      feeRatio: product.feeRatio,
      quoteScale: market.quote.scale,
    };
    const book = bookOf(prices);
    const fill = fillAgainst(terms, NOTHING_FILLED, book);
    if (fill === null && limitPrice === null) throw new Refusal('spot.no-book');
    assertSize(terms, product, bookSide(book, wish.side)[0]?.[0] ?? prices.last);
    return {
      market,
      product,
      prices,
      terms,
      fill,
      worstPrice: fill?.levels.at(-1)?.[0] ?? null,
      taking: takingOf(prices, wish, fill?.levels ?? []),
      reserve: limitPrice === null ? '0' : reserveFor({ ...terms, limitPrice }, fill?.progress ?? NOTHING_FILLED),
    };
  }
}

/** The levels of both sides; empty where the market has no book. */
export function bookOf({ book }: Pick<LeftMarket, 'book'>): BookView {
  return { bids: book?.bids ?? [], asks: book?.asks ?? [] };
}

function within(text: string, scale: number, field: string): DecimalText {
  const { amount, problem } = parseAmount(text, scale);
  if (amount !== null) return amount;
  if (problem === 'decimals') throw new Refusal('spot.decimals', { decimals: scale });
  throw new Refusal('request.invalid', { field });
}

function assertSize({ quantity, limitPrice }: SpotTerms, product: SpotProduct, price: DecimalText): void {
  const worth = new Decimal(quantity).times(limitPrice ?? price);
  const { minimumAmount: minimum, maximumAmount: maximum } = product;
  if (worth.lt(minimum)) throw new Refusal('spot.below-minimum', { minimum });
  if (worth.gt(maximum)) throw new Refusal('spot.above-maximum', { maximum });
}
