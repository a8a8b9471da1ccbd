import { Injectable } from '@nestjs/common';
import type { RefusalCode } from '../../../contract/errors.js';
import {
  type DepthView,
  type IndexState,
  PRICE_ORIGINS,
  type PriceOrigin,
} from '../../../contract/markets/markets.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config, realMoneyOnSimulated } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketBoard } from './market-board.js';
import { MarketCatalog } from './market-catalog.js';
import type { MarketEntity } from './market.entity.js';
import {
  fillingBook,
  indexStateAt,
  mayServe,
  type Quotation,
  quotationOf,
  priceObstacle,
  type PriceSituation,
  type RiskChange,
  type TradedProduct,
  type TradeObstacle,
  tradeObstacle,
} from './tradable-market.rules.js';

/** A market with prices that are good enough to act on. Prices are decimal text. */
export interface TradableMarket {
  market: MarketEntity;
  /** Whose last price and book these are. */
  quotation: Quotation;
  last: string;
  /** Null only where nothing relies on it: in spot, and in a market without an index. */
  mark: string | null;
  index: string | null;
  indexState: IndexState;
  /** The quoted book, best first; null when there is none that was confirmed lately and is where a sound index is. */
  book: DepthView | null;
  /** When the last price was made or confirmed at its source, Unix milliseconds. */
  at: number;
  /** When index and mark were sampled; null where there are none. */
  sampledAt: number | null;
  origin: PriceOrigin;
}

/** A market with a mark: nobody's position is closed in another. */
export type MarkedMarket<Market extends TradableMarket = TradableMarket> = Market & { mark: string };

/** A market by its symbol or its id, and what is wanted of it. */
export interface TradableQuery {
  symbol?: string;
  marketId?: number;
  product: TradedProduct;
  /** Whether it is about demo money. */
  demo: boolean;
  /** `adding` unless said. */
  risk?: RiskChange;
}

/** A market by its id, and by whose prices. */
export type LookQuery = Pick<TradableQuery, 'product' | 'demo'> & { marketId: number };

export function isMarked<Market extends TradableMarket>(market: Market): market is MarkedMarket<Market> {
  return market.mark !== null;
}

const REFUSALS: Record<TradeObstacle, RefusalCode> = {
  'not-offered': 'market.not-offered',
  simulated: 'market.simulated',
  halted: 'market.halted',
  closed: 'market.closed',
  stale: 'market.stale',
  degraded: 'market.degraded',
  'no-book': 'market.no-book',
};

/**
 * The one gate through which prices come to orders: now's price of a market, or the reason why there is none. Spot and
 * options go by the pair's quotation, futures by the perpetual's: one that is missing holds up nothing of the other.
 */
@Injectable()
export class TradableMarkets {
  private readonly realMoneyOnSimulated: boolean;

  constructor(
    private readonly catalog: MarketCatalog,
    private readonly board: MarketBoard,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.realMoneyOnSimulated = realMoneyOnSimulated(config.values);
  }

  /**
   * Now's price of a market, good enough to take a risk on.
   * @throws Refusal `markets.unknown-symbol`, `market.not-offered`, `market.simulated`, `market.halted`,
   *   `market.closed`, `market.stale`, `market.degraded` or `market.no-book`.
   */
  require(query: TradableQuery): TradableMarket {
    const market = this.find(query);
    if (!market) throw new Refusal('markets.unknown-symbol');
    const now = this.clock.now();
    const obstacle = this.obstacle(market, query, now);
    if (obstacle !== null) throw new Refusal(REFUSALS[obstacle]);
    const found = this.priced(market, query.product, now);
    if (found === null) throw new Refusal('market.stale');
    return found;
  }

  /** As {@link require}, null where that refuses: for workers, whose work waits until it does not. */
  open(query: Omit<TradableQuery, 'symbol'> & { marketId: number }): TradableMarket | null {
    const market = this.catalog.byId(query.marketId);
    if (!market) return null;
    const now = this.clock.now();
    return this.obstacle(market, query, now) === null ? this.priced(market, query.product, now) : null;
  }

  /**
   * The market where the last price that the product is traded by may be used at all for this book's money: neither stale, closed nor halted, and of
   * an origin that may serve it. For workers, which decide by `indexState`, `index` and `mark` what they may do; those
   * are null where they are too old. With `evenHalted` also while an operator has halted it: what is watched then moves nobody's money.
   */
  look({ marketId, product, demo, evenHalted = false }: LookQuery & { evenHalted?: boolean }): TradableMarket | null {
    const market = this.catalog.byId(marketId);
    if (!market) return null;
    const now = this.clock.now();
    // A halt hides in the status whether the session is open.
    if (evenHalted && !this.catalog.session(market, now).open) return null;
    const { ticker } = this.situation(market, product, now);
    const obstacle = priceObstacle(market, ticker, { demo, evenHalted }, this.rules(now));
    return obstacle === null ? this.priced(market, product, now) : null;
  }

  /** What pages show as the prices that a product is traded by, good enough to act on or not. */
  shown({ marketId, product }: Omit<LookQuery, 'demo'>): { last: string | null; book: DepthView | null } {
    const market = this.catalog.byId(marketId);
    if (!market) return { last: null, book: null };
    const { ticker, book } = this.situation(market, product, this.clock.now());
    return { last: ticker?.last ?? null, book };
  }

  /** Why the market cannot be traded now, for pages that say so beforehand; null when it can. */
  reason(query: TradableQuery): RefusalCode | null {
    const market = this.find(query);
    if (!market) return 'markets.unknown-symbol';
    const obstacle = this.obstacle(market, query, this.clock.now());
    return obstacle === null ? null : REFUSALS[obstacle];
  }

  /** Where prices may come from that move real money. */
  realMoneyOrigins(): PriceOrigin[] {
    const { realMoneyOnSimulated: allowed } = this;
    return PRICE_ORIGINS.filter((origin) => mayServe(origin, { demo: false, realMoneyOnSimulated: allowed }));
  }

  private find({ symbol, marketId }: TradableQuery): MarketEntity | undefined {
    if (marketId !== undefined) return this.catalog.byId(marketId);
    return symbol === undefined ? undefined : this.catalog.bySymbol(symbol);
  }

  private obstacle(
    market: MarketEntity,
    { product, demo, risk = 'adding' }: Omit<TradableQuery, 'symbol' | 'marketId'>,
    now: number,
  ): TradeObstacle | null {
    return tradeObstacle(market, this.situation(market, product, now), { product, demo, risk }, this.rules(now));
  }

  private rules(now: number) {
    return { now, realMoneyOnSimulated: this.realMoneyOnSimulated };
  }

  private situation(market: MarketEntity, product: TradedProduct, now: number): PriceSituation {
    const { board } = this;
    const { symbol } = market;
    const mark = board.mark(symbol);
    return quotationOf(market, product) === 'pair'
      ? { ticker: board.ticker(symbol, now), mark, book: board.depth(symbol) }
      : { ticker: board.futuresQuote(symbol, now), mark, book: board.futuresDepth(symbol) };
  }

  private priced(market: MarketEntity, product: TradedProduct, now: number): TradableMarket | null {
    const { ticker, mark: sample, book } = this.situation(market, product, now);
    if (ticker === null || ticker.last === null || ticker.pricedAt === null) return null;
    const indexState = indexStateAt(sample, now);
    const sound = indexState === 'stale' ? null : sample;
    return {
      market,
      quotation: quotationOf(market, product),
      last: ticker.last,
      mark: sound?.mark ?? null,
      index: sound?.index ?? null,
      indexState,
      book: fillingBook({ book, mark: sample }, market, now),
      at: ticker.pricedAt,
      sampledAt: sample?.sampledAt ?? null,
      origin: ticker.origin,
    };
  }
}
