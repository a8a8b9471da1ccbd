import { Injectable } from '@nestjs/common';
import { Decimal, debit } from '../../../contract/decimal.js';
import { type DecimalText, parseAmount } from '../../../contract/money.js';
import { type BookLevel, type BookView, bookSide, tradableLevels } from '../../../contract/rules/book-walk.rules.js';
import {
  fillAgainst,
  NOTHING_FILLED,
  quantityForAmount,
  reserveFor,
  type SpotFill,
  type SpotSide,
  type SpotTerms,
} from '../../../contract/rules/spot.rules.js';
import { type SpotExit, surrounds } from '../../../contract/rules/spot-exit.rules.js';
import { rests, type TimeInForce, timeObstacle } from '../../../contract/rules/spot-time.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog, type MarketEntity } from '../../markets/market-board/index.js';
import { type LeftMarket, TakenDepth, type Taking, takingOf } from '../taken-depth/index.js';
import { assertFee } from './spot-refusals.js';
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
  /** Of a market order: the quantity is an amount of the quote currency. */
  quantityOf?: 'quote';
  /** How long it waits; left out: until it is filled or cancelled. */
  timeInForce?: TimeInForce;
  /** Of an order until a date, Unix milliseconds. */
  expiresAt?: number;
  /** Of a purchase: what it leaves behind for the coins that it bought. */
  exit?: SpotExit;
  /** The fee that the user was shown, which it is not placed above; left out: at any. */
  worstFeeRatio?: DecimalText;
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
  timeInForce: TimeInForce;
  exit: SpotExit | null;
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
   * the book has nothing on the side of a market order, `spot.below-minimum`, `spot.above-maximum`; `spot.would-take` and
   * `spot.not-whole` where the order may not be executed in the way that it would be; `spot.exit-sides`, `spot.fee-raised`.
   */
  async execute(wish: SpotWish): Promise<PricedSpotOrder> {
    assertTime(wish);
    const found = this.catalog.byCurrencies(wish.baseCurrencyId, wish.quoteCurrencyId);
    const prices = await this.takenDepth.require({ marketId: found?.id ?? 0, product: 'spot', demo: wish.demo });
    const { market } = prices;
    const product = await this.store.product(market.id);
    if (!product) throw new Refusal('market.not-offered');
    assertFee(product, wish);
    const book = bookOf(prices);
    const terms = termsOf(wish, { prices, product, levels: bookSide(book, wish.side) });
    const { timeInForce = 'gtc' } = wish;
    const fill = fillAgainst(terms, NOTHING_FILLED, book);
    const isLess = new Decimal(terms.quantity).isZero();
    if (fill === null && terms.limitPrice === null && !isLess) throw new Refusal('spot.no-book');
    assertSize(terms, product, bookSide(book, wish.side)[0]?.[0] ?? prices.last);
    const obstacle = timeObstacle(terms, { timeInForce, fill, quoted: quotedBookOf(prices), last: prices.last });
    if (obstacle !== null) throw new Refusal(`spot.${obstacle}`);
    const exit = exitOf(wish, market, terms.limitPrice ?? prices.last);
    return {
      market,
      product,
      prices,
      terms,
      fill,
      worstPrice: fill?.levels.at(-1)?.[0] ?? null,
      taking: takingOf(prices, wish, fill?.levels ?? []),
      reserve: reserveOf(terms, timeInForce, fill),
      timeInForce,
      exit,
    };
  }
}

function termsOf(
  wish: SpotWish,
  { prices, product, levels }: { prices: LeftMarket; product: SpotProduct; levels: readonly BookLevel[] },
): SpotTerms {
  const { side } = wish;
  const { quote, priceScale, quantityScale } = prices.market;
  const limitPrice = wish.limitPrice === null ? null : within(wish.limitPrice, priceScale, 'target_price');
  const terms = { side, limitPrice, feeRatio: product.feeRatio, quoteScale: quote.scale };
  if (wish.quantityOf !== 'quote') {
    return { ...terms, quantity: within(wish.quantity, quantityScale, 'amount') };
  }
  const amount = within(wish.quantity, quote.scale, 'amount');
  // The last level of a side that was taken as a whole stays, with nothing in it.
  if (levels.every(([, size]) => new Decimal(size).isZero())) throw new Refusal('spot.no-book');
  return { ...terms, quantity: quantityForAmount(terms, { amount, levels, quantityScale }) };
}

function reserveOf(terms: SpotTerms, timeInForce: TimeInForce, fill: SpotFill | null): DecimalText {
  const { limitPrice } = terms;
  if (limitPrice === null || !rests(terms, timeInForce)) return '0';
  return reserveFor({ ...terms, limitPrice }, fill?.progress ?? NOTHING_FILLED);
}

/** @param price that is bought at: the take-profit is above it, the stop-loss below. */
function exitOf({ side, exit }: SpotWish, market: MarketEntity, price: DecimalText): SpotExit | null {
  if (exit === undefined || (exit.takeProfit === null && exit.stopLoss === null)) return null;
  if (side !== 'buy') throw new Refusal('request.invalid', { field: 'take_profit_price' });
  const read = (text: string | null, field: string) => (text === null ? null : within(text, market.priceScale, field));
  const parsed = {
    ...exit,
    takeProfit: read(exit.takeProfit, 'take_profit_price'),
    stopLoss: read(exit.stopLoss, 'stop_loss_price'),
  };
  if (!surrounds(parsed, price)) throw new Refusal('spot.exit-sides', { price });
  return parsed;
}

/** Only a limit order waits, and only one with a date until it; what is spent counts for a market order alone. */
function assertTime({ limitPrice, quantityOf, timeInForce = 'gtc', expiresAt }: SpotWish): void {
  const wrong = (field: string) => new Refusal('request.invalid', { field });
  if (limitPrice === null && timeInForce !== 'gtc') throw wrong('time_in_force');
  if (limitPrice !== null && quantityOf === 'quote') throw wrong('amount_of');
  if ((timeInForce === 'gtd') !== (expiresAt !== undefined)) throw wrong('expires_at');
}

/** The levels of both sides as orders can take them, whoever published them; empty where the market has no book. */
export function bookOf({ book, market }: Pick<LeftMarket, 'book' | 'market'>): BookView {
  const { quantityScale } = market;
  return {
    bids: tradableLevels(book?.bids ?? [], quantityScale),
    asks: tradableLevels(book?.asks ?? [], quantityScale),
  };
}

/** The same of what the venue quotes, whatever others took of it: what an order that only makes is held against. */
export function quotedBookOf({ quotedBook, market }: Pick<LeftMarket, 'quotedBook' | 'market'>): BookView {
  return bookOf({ book: quotedBook, market });
}

export function within(text: string, scale: number, field: string): DecimalText {
  const { amount, problem } = parseAmount(text, scale);
  if (amount !== null) return amount;
  if (problem === 'decimals') throw new Refusal('spot.decimals', { decimals: scale });
  throw new Refusal('request.invalid', { field });
}

type Sized = Pick<SpotTerms, 'quantity' | 'limitPrice'>;

export function assertSize(terms: Sized, product: SpotProduct, price: DecimalText): void {
  assertMinimum(terms, product, price);
  const { maximumAmount: maximum } = product;
  if (worthOf(terms, price).gt(maximum)) throw new Refusal('spot.above-maximum', { maximum });
}

export function assertMinimum(terms: Sized, { minimumAmount: minimum }: SpotProduct, price: DecimalText): void {
  if (worthOf(terms, price).lt(minimum)) throw new Refusal('spot.below-minimum', { minimum });
}

/** What may be spent buys at least the least that can be ordered at that price, with its fee: for less there would be no order, ever. */
export function assertStep(
  { cost, feeRatio, quoteScale }: { cost: DecimalText | null; feeRatio: DecimalText; quoteScale: number },
  price: DecimalText,
  { quantityScale }: Pick<MarketEntity, 'quantityScale'>,
): void {
  if (cost === null) return;
  const step = new Decimal(10).pow(-quantityScale).times(price);
  const minimum = new Decimal(debit(step, quoteScale)).plus(debit(step.times(feeRatio), quoteScale));
  if (minimum.gt(cost)) throw new Refusal('spot.below-minimum', { minimum: minimum.toFixed() });
}

function worthOf({ quantity, limitPrice }: Sized, price: DecimalText): Decimal {
  return new Decimal(quantity).times(limitPrice ?? price);
}
