import type {
  DepthLevel,
  DepthView,
  IndexState,
  MarkPriceView,
  MarketStatus,
  PriceOrigin,
  TickerView,
} from '../../../contract/markets/markets.dto.js';
import { type DecimalText, toUnits, UNIT } from '../../../contract/money.js';
import { BOOK_STALE_MS, PRICE_STALE_MS } from './market-status.rules.js';

/** An index or a mark older than this is not used (B.1). */
const INDEX_STALE_MS = 3000;

/** How far a book may be from a sound index: the market's price band, divided by this. */
const BOOK_DISTANCE_PART = 2n;

/** What is traded in a market; each relies on other prices of it. */
export type TradedProduct = 'spot' | 'option' | 'perpetual';

/** Which of a market's quotations: the pair's, or that of the perpetual that its futures are traded by. */
export type Quotation = 'pair' | 'perpetual';

/**
 * The quotation that a product is traded by. Futures on the pair's own instrument, as the market's row says, are traded
 * by the pair's; all others by their own, whether there is one now or not.
 */
export function quotationOf(
  { priceInstrument, perpetualInstrument }: { priceInstrument: string; perpetualInstrument: string | null },
  product: TradedProduct,
): Quotation {
  return product === 'perpetual' && perpetualInstrument !== priceInstrument ? 'perpetual' : 'pair';
}

/** Whether what is asked for makes somebody's risk larger, or only smaller: closing, reducing, cancelling. */
export type RiskChange = 'adding' | 'reducing';

/** What a market's own row says of its use. */
export interface MarketTerms {
  spot: boolean;
  option: boolean;
  perpetual: boolean;
  /** Constituents that an option's price must have. */
  constituentsMin: number;
  /** The largest believable distance of two prices of the market, as a fraction. */
  bandRatio: DecimalText;
  /** Set when an operator halted the market. */
  haltedReason: string | null;
}

/** What is known of a market's prices at an instant: last price and book of one quotation, and the market's mark. */
export interface PriceSituation {
  ticker: Pick<TickerView, 'last' | 'status' | 'reason' | 'pricedAt' | 'origin'> | null;
  mark: Pick<MarkPriceView, 'mark' | 'index' | 'indexState' | 'sampledAt' | 'method'> | null;
  book: DepthView | null;
}

/** What is wanted of a market. */
export interface TradeWish {
  product: TradedProduct;
  demo: boolean;
  risk: RiskChange;
}

export type TradeObstacle = 'not-offered' | 'simulated' | 'halted' | 'closed' | 'stale' | 'degraded' | 'no-book';

/** Whether a price of this origin may move money of the book: what is not live was invented, or belongs to another time. */
export function mayServe(origin: PriceOrigin, of: { demo: boolean; realMoneyOnSimulated: boolean }): boolean {
  return origin === 'live' || of.demo || of.realMoneyOnSimulated;
}

/** The index's state as of `now`: whatever was sampled too long ago is stale. */
export function indexStateAt(mark: PriceSituation['mark'], now: number): IndexState {
  if (mark === null || mark.index === null || now - mark.sampledAt > INDEX_STALE_MS) return 'stale';
  return mark.indexState;
}

/**
 * What stands in the way of a trade at `now`, by the quotation that its product is traded by; null when nothing does. The first that applies is given: what does not
 * depend on the time first. Spot goes by the last price, of at most 5 s; options and futures also by index and
 * mark, of at most 3 s (B.1), and options by an index of as many constituents as they are settled by. A degraded index
 * takes no new risk but lets go of what there is; a stale, halted or closed market does neither. Spot and futures are
 * filled from the quoted book: without one of at most 5 s beside the index nobody takes a risk, while closing goes by the mark. Nothing goes
 * by invented prices where they may not move real money.
 */
export function tradeObstacle(
  terms: MarketTerms,
  situation: PriceSituation,
  wish: TradeWish,
  rules: { now: number; realMoneyOnSimulated: boolean },
): TradeObstacle | null {
  const { ticker, mark } = situation;
  const adding = wish.risk === 'adding';
  if (adding && !terms[wish.product]) return 'not-offered';
  const unusable = priceObstacle(terms, ticker, wish, rules);
  if (unusable !== null) return unusable;
  const unquoted = adding && fillingBook(situation, terms, rules.now) === null ? 'no-book' : null;
  if (wish.product === 'spot') return unquoted;
  const state = indexStateAt(mark, rules.now);
  if (state === 'stale' || (wish.product === 'perpetual' && mark?.mark == null)) return 'stale';
  if (state === 'degraded' && adding) return 'degraded';
  // One venue's own index has no constituents that an option could be settled by.
  if (wish.product === 'option' && mark?.method === 'venue' && terms.constituentsMin > 1) return 'degraded';
  return wish.product === 'perpetual' ? unquoted : null;
}

/**
 * Why a last price may not be used at all for a book's money; null when it may. With `evenHalted` an operator's halt is no reason. It
 * hides the others in the status: whoever passes over it asks for the session themselves, while bad ticks confirm no price, which is too
 * old soon.
 */
export function priceObstacle(
  { haltedReason }: Pick<MarketTerms, 'haltedReason'>,
  ticker: PriceSituation['ticker'],
  { demo, evenHalted = false }: Pick<TradeWish, 'demo'> & { evenHalted?: boolean },
  rules: { now: number; realMoneyOnSimulated: boolean },
): TradeObstacle | null {
  if (ticker !== null && !mayServe(ticker.origin, { ...rules, demo })) return 'simulated';
  if (haltedReason !== null && !evenHalted) return 'halted';
  return unusableStatus(ticker, rules.now, evenHalted);
}

/**
 * The book that may fill somebody at `now`; null when there is none, when it is beyond its age, or when the index is
 * elsewhere: the index has several venues, the book one. A degraded index judges it too: it is what at least two venues
 * agree on, and one venue that is wrong by itself is what degrades it. Levels further than half the band from the index
 * are left out.
 */
export function fillingBook(
  { book, mark }: Pick<PriceSituation, 'book' | 'mark'>,
  { bandRatio }: Pick<MarketTerms, 'bandRatio'>,
  now: number,
): DepthView | null {
  if (book === null || now - book.confirmedAt > BOOK_STALE_MS) return null;
  if (book.bids.length + book.asks.length === 0) return null;
  if (mark === null || mark.index === null || indexStateAt(mark, now) === 'stale') return book;
  const known = besideIndex.get(book);
  if (known?.index === mark.index && known.bandRatio === bandRatio) return known.filling;
  const filling = levelsBeside(book, toUnits(mark.index), toUnits(bandRatio));
  besideIndex.set(book, { index: mark.index, bandRatio, filling });
  return filling;
}

/**
 * Whether one venue's last price is where the others are: within half the band of the index, as its book must be. True
 * while there is no index to ask.
 */
export function isBesideIndex(
  price: DecimalText,
  { index, bandRatio }: { index: DecimalText | null; bandRatio: DecimalText },
): boolean {
  if (index === null) return true;
  const [units, middle] = [toUnits(price), toUnits(index)];
  const away = units > middle ? units - middle : middle - units;
  return away <= (middle * toUnits(bandRatio)) / (BOOK_DISTANCE_PART * UNIT);
}

/** What was left of a book beside an index, as long as there is no other: every order and stop of a market asks for it. */
const besideIndex = new WeakMap<DepthView, { index: DecimalText; bandRatio: DecimalText; filling: DepthView | null }>();

function levelsBeside(book: DepthView, index: bigint, bandRatio: bigint): DepthView | null {
  const most = (index * bandRatio) / (BOOK_DISTANCE_PART * UNIT);
  const [lowest, highest] = [index - most, index + most];
  const isNear = ([price]: DepthLevel): boolean => {
    const units = toUnits(price);
    return lowest <= units && units <= highest;
  };
  const near = ([best, ...others]: readonly DepthLevel[]) => (best ? [best, ...others.filter(isNear)] : []);
  // A book with one wrong side is wrong.
  if (![book.bids[0], book.asks[0]].every((best) => best === undefined || isNear(best))) return null;
  return { ...book, bids: near(book.bids), asks: near(book.asks) };
}

function unusableStatus(
  ticker: PriceSituation['ticker'],
  now: number,
  evenHalted: boolean,
): Exclude<MarketStatus, 'live'> | null {
  if (ticker === null) return 'stale';
  const isPassedOver = evenHalted && ticker.status === 'halted' && ticker.reason === 'operator';
  if (ticker.status !== 'live' && !isPassedOver) return ticker.status;
  const old = ticker.last === null || ticker.pricedAt === null || now - ticker.pricedAt > PRICE_STALE_MS;
  return old ? 'stale' : null;
}
