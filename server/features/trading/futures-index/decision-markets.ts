import { Injectable, Logger } from '@nestjs/common';
import { PRICE_ORIGINS, type PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import { isMarked, type MarkedMarket, TradableMarkets } from '../../markets/market-board/index.js';
import { after, beyondBook, type LeftMarket, TakenDepth } from '../taken-depth/index.js';
import { closingPrice } from './closing-price.js';
import type { DecisionMarket, JudgedMarket, PricedMarket } from './margin-decision.rules.js';
import { goneMarket, PAUSED_AFTER_MS, unpricedMarket } from './unpriced-market.rules.js';
import { type BookOfMarket, BOOKS } from './futures-index.js';
import { marketInBook } from './price-thresholds.js';
import { kinderMarks, MarkSamples, type ReportedMarks } from './mark-samples.js';
import { type FuturesTerms, FuturesIndexStore, type LastMarks } from './futures-index.store.js';

/** How far back the tape is asked for a market's last mark: longer than any weekend with its holidays. */
const LAST_MARK_MS = 7 * 24 * 60 * 60_000;

/** Interval of reading newer samples from the tape: a process samples marks only of markets in which it makes decisions. */
const LAST_MARK_RETENTION_MS = 60_000;

/** What is known of a market without a current price, for cross accounts that also hold positions elsewhere. */
export interface UnpricedMarks {
  marketId: number;
  /** Null: it has had no mark for a week. */
  origin: PriceOrigin | null;
  /** The last marks of longs and of shorts. */
  long: DecimalText | null;
  short: DecimalText | null;
  /** Whether the market has been without a price for so long, while others had one, that it backs nothing elsewhere. */
  paused: boolean;
  /** The books (false: real money) for whose money it has had none for a week: what they hold there counts for nothing. */
  gone: boolean[];
}

/** Time to live of the cached tables where no loop reloads them. */
const TERMS_RETENTION_MS = 15_000;

/** Market data for margin decisions: maintenance tables, confirmed marks, expected closing prices. */
@Injectable()
export class DecisionMarkets {
  private readonly logger = new Logger(DecisionMarkets.name);
  private terms = new Map<number, FuturesTerms>();
  private readAt = 0;
  /** The last marks that were confirmed; null when the tape has none either. */
  private readonly lastMarks = new Map<number, { last: LastMarks | null; readAt: number }>();
  /** When the tape had the newest mark that may serve a book, and whether it reaches back a week. */
  private readonly newestMarks = new Map<number, { at: number | null; reachesBack: boolean; readAt: number }>();

  constructor(
    private readonly store: FuturesIndexStore,
    private readonly markets: TradableMarkets,
    private readonly markSamples: MarkSamples,
    private readonly takenDepth: TakenDepth,
    private readonly clock: Clock,
  ) {}

  /** Reads the maintenance tables again; never throws once they were read. */
  async reload(): Promise<ReadonlyMap<number, FuturesTerms>> {
    try {
      const askedAt = this.clock.now();
      this.terms = new Map((await this.store.terms()).map((each) => [each.marketId, each]));
      this.readAt = askedAt;
    } catch (error) {
      if (this.terms.size === 0) throw error;
      this.logger.warn(`The maintenance tables could not be read again: ${String(error)}`);
    }
    return this.terms;
  }

  /** Loads the tables if their cache has expired, in processes that do not follow positions: operators may have changed them. */
  async known(): Promise<void> {
    const isOld = Math.abs(this.clock.now() - this.readAt) >= TERMS_RETENTION_MS;
    if (this.terms.size === 0 || isOld) await this.reload();
  }

  /** Markets that have a maintenance table. */
  marketIds(): number[] {
    return [...this.terms.keys()];
  }

  termsOf(marketId: number): FuturesTerms | undefined {
    return this.terms.get(marketId);
  }

  /** Records the current mark of any origin. Answers whether there is one that may be acted on. */
  sample(marketId: number): boolean {
    const market = this.markets.look({ marketId, product: 'perpetual', demo: true });
    if (!market || market.mark === null || market.sampledAt === null) {
      this.markSamples.forget(marketId);
      return false;
    }
    this.markSamples.take(marketId, { mark: market.mark, at: market.sampledAt, origin: market.origin });
    return true;
  }

  /** Price origins that may move real money. */
  realMoneyOrigins(): PriceOrigin[] {
    return this.markets.realMoneyOrigins();
  }

  /** The marks that a report shows; null when they are not confirmed. */
  reported(marketId: number): ReportedMarks | null {
    const pair = this.markSamples.confirmed(marketId, this.clock.now());
    if (!pair) return null;
    const { last, before } = pair;
    return { mark: last.mark, markAt: last.at, markBefore: before.mark, markBeforeAt: before.at };
  }

  /**
   * Null when no position of the book may be judged in the market now: stale, closed, halted, an unconfirmed mark, or prices of
   * an origin that may not serve this book's money.
   */
  of(book: BookOfMarket): JudgedMarket | null {
    const now = this.confirmed(book);
    return now && { ...now.judging, closing: null };
  }

  /**
   * The same for deciding what is closed, and at which price: by what others have left of the quoted book, or beyond it, at the
   * worst price that is quoted (`forced`).
   */
  async closable(book: BookOfMarket, forced: boolean): Promise<PricedMarket | null> {
    const now = this.confirmed(book);
    if (!now) return null;
    const left = { ...(await this.takenDepth.left(now.market, book.demo)), mark: now.market.mark };
    return pricedMarket(now.judging, forced ? beyondBook(beyondBook(left, 'sell'), 'buy') : left, book.demo);
  }

  private confirmed({ marketId, demo }: BookOfMarket) {
    const terms = this.terms.get(marketId);
    const market = this.markets.look({ marketId, product: 'perpetual', demo });
    const pair = this.markSamples.confirmed(marketId, this.clock.now());
    if (!terms || !market || !isMarked(market) || pair?.last.origin !== market.origin) return null;
    const marks = kinderMarks(pair);
    this.lastMarks.set(marketId, {
      last: { marks, origin: market.origin, at: pair.last.at },
      readAt: this.clock.now(),
    });
    return { market, judging: { tiers: terms.tiers, scale: terms.scale, marks } };
  }

  /**
   * The market data of a market without a current price, for judging a cross account that also has positions elsewhere. Null
   * when its last mark may not be used for the book's money, and it is not without one for a week either.
   */
  async unpriced(book: BookOfMarket): Promise<DecisionMarket | null> {
    const terms = this.terms.get(book.marketId);
    if (!terms) return null;
    const last = await this.lastServing(book);
    return last === 'gone' ? goneMarket(terms) : last && unpricedMarket(terms, last.marks, this.isPaused(last));
  }

  /**
   * The last marks of a market that may be used for the book's money, as they were. `gone`: it has had none for a week (decision 167).
   * Null where that is not known.
   */
  async lastKnown(book: BookOfMarket): Promise<DecisionMarket['marks'] | 'gone' | null> {
    const last = await this.lastServing(book);
    return last === 'gone' ? last : (last?.marks ?? null);
  }

  private async lastServing(book: BookOfMarket): Promise<LastMarks | 'gone' | null> {
    const last = await this.lastOf(book.marketId);
    if (last && this.mayServe(last.origin, book.demo)) return last;
    return (await this.isGone(book)) ? 'gone' : null;
  }

  /** Markets that have been without a price for so long, while others had one, that they back nothing elsewhere. */
  async paused(): Promise<Set<number>> {
    const paused = new Set<number>();
    for (const marketId of this.terms.keys()) {
      if (this.of({ marketId, demo: true })) continue;
      if (await this.lastOf(marketId).then((last) => last && this.isPaused(last))) paused.add(marketId);
    }
    return paused;
  }

  /**
   * Only time in which others were priced counts: after an outage of all, markets come back one after the other. For marks that
   * serve real money, it is the others' that do: invented prices go on while every venue is away.
   */
  private isPaused({ at, origin }: LastMarks): boolean {
    const now = this.clock.now();
    const origins = this.mayServe(origin, false) ? this.realMoneyOrigins() : PRICE_ORIGINS;
    const pricedSince = Math.min(...origins.map((each) => this.markSamples.pricedSince(each, now) ?? now));
    return now - Math.max(at, pricedSince) >= PAUSED_AFTER_MS;
  }

  /** The same for every market with a maintenance table, for either book. */
  async allUnpriced(): Promise<UnpricedMarks[]> {
    await this.known();
    const found: UnpricedMarks[] = [];
    for (const marketId of this.terms.keys()) {
      const last = await this.lastOf(marketId);
      const { long, short } = last?.marks ?? { long: null, short: null };
      const gone: boolean[] = [];
      for (const demo of BOOKS) {
        const isServed = last !== null && this.mayServe(last.origin, demo);
        if (!isServed && (await this.isGone({ marketId, demo }))) gone.push(demo);
      }
      const paused = last !== null && this.isPaused(last);
      if (last || gone.length > 0) found.push({ marketId, origin: last?.origin ?? null, long, short, paused, gone });
    }
    return found;
  }

  private mayServe(origin: PriceOrigin, demo: boolean): boolean {
    return demo || this.realMoneyOrigins().includes(origin);
  }

  /** Whether the tape says that a market has had no usable mark for the book's money for a week. What cannot be read is not gone. */
  private async isGone({ marketId, demo }: BookOfMarket): Promise<boolean> {
    const now = this.clock.now();
    const oldest = now - LAST_MARK_MS;
    const key = marketInBook(marketId, demo);
    let known = this.newestMarks.get(key);
    if (!known || Math.abs(now - known.readAt) >= LAST_MARK_RETENTION_MS) {
      const since = Math.max(oldest, (known?.readAt ?? oldest) - LAST_MARK_RETENTION_MS);
      const origins = demo ? null : this.realMoneyOrigins();
      try {
        const asked = { origins, since: new Date(since), beyond: new Date(oldest), now: new Date(now) };
        const { at, reachesBack } = await this.store.newestMark(marketId, asked);
        known = { at: at ?? known?.at ?? null, reachesBack, readAt: now };
        this.newestMarks.set(key, known);
      } catch (error) {
        this.logger.warn(`The newest mark of market ${marketId} could not be read: ${String(error)}`);
        return false;
      }
    }
    return known.reachesBack && (known.at === null || known.at <= oldest);
  }

  /** A market's last marks; null when they are more than a week old. */
  private async lastOf(marketId: number): Promise<LastMarks | null> {
    const now = this.clock.now();
    const oldest = now - LAST_MARK_MS;
    const known = this.lastMarks.get(marketId);
    let last = known?.last ?? null;
    if (!known || Math.abs(now - known.readAt) >= LAST_MARK_RETENTION_MS) {
      // After the last read, only newer samples are read: a market that has been closed for days has many seconds without a mark.
      const since = Math.max(oldest, (known?.readAt ?? oldest) - LAST_MARK_RETENTION_MS);
      last = (await this.newest(marketId, new Date(since))) ?? last;
      this.lastMarks.set(marketId, { last, readAt: now });
    }
    return last !== null && last.at > oldest ? last : null;
  }

  /** A failed read for one market must not block decisions in the others: that market keeps its cached marks. */
  private async newest(marketId: number, since: Date): Promise<LastMarks | null> {
    try {
      return await this.store.lastMarks(marketId, since);
    } catch (error) {
      this.logger.warn(`The last marks of market ${marketId} could not be read: ${String(error)}`);
      return null;
    }
  }
}

/** A market whose positions are closed one after the other, each by what those before it have left of the book. */
function pricedMarket(
  judging: Omit<JudgedMarket, 'closing'>,
  market: MarkedMarket<LeftMarket>,
  demo: boolean,
): PricedMarket {
  return {
    ...judging,
    closing: (side, quantity) => closingPrice(market, { side, demo }, quantity),
    after: (closed) => {
      const left = closed.reduce<LeftMarket>(
        (rest, { fills, takes }) => (takes === null ? rest : after(rest, takes.side, fills)),
        market,
      );
      return pricedMarket(judging, { ...left, mark: market.mark }, demo);
    },
  };
}
