import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  CandlePeriod,
  CandleView,
  DepthView,
  MarkPriceView,
  PerpetualQuoteView,
  TickerView,
  TradeView,
} from '../../../contract/markets/markets.dto.js';
import { BoardEntry, type TradeTape } from './board-entry.js';
import { BoardShelves } from './board-shelves.js';
import { FEED_LOST_MS, type MarketSituation, futuresWithoutFeed, rowWithoutFeed } from './market-status.rules.js';
import type { MarketUpdate, UpdateFate } from './market-update.js';

/** What the board must know of a market while nobody feeds. */
export interface UnfedMarket extends Pick<MarketSituation, 'halted' | 'closed'> {
  symbol: string;
  /** When its next session opens; null while one is open, or when that is not known. */
  opensAt: number | null;
  /** What is known of it where the board knows nothing: from stored bars, or empty. */
  row: TickerView;
}

const NOBODY = -1n;

/**
 * The gateway's latest picture of all markets, kept from the updates of the feeding process. Every entry remembers
 * the sequence of its last change, so "what changed since s" is always exact. HTTP replies and realtime frames are
 * both read from here.
 *
 * Two kinds of epoch. While the feeding process is heard, the board's epoch and sequence are the feeder's own, hence
 * the same on every gateway, and a client may resume on another one. While it is not heard (before the first
 * snapshot, or 5 s after the last word) statuses change by time alone and only here: the board then opens an epoch
 * of its own with a random name, in which it alone counts. Subscribers see another epoch and get a snapshot; so they
 * do when the feeder is back, because the board takes up the feeder's epoch only with a whole snapshot.
 */
@Injectable()
export class MarketBoard {
  private ep = localEpoch();
  private s = 1;
  /** Changes up to and including this sequence cannot be told one by one any more. */
  private coveredFrom = 1;
  /** Whether the board counts in its own epoch. */
  private local = true;
  private changedAt = 0;
  private feeder = NOBODY;
  private feederSequence = 0;
  private heardAt = Number.NEGATIVE_INFINITY;
  private readonly shelves = new BoardShelves();
  private readonly listeners = new Set<(update: MarketUpdate) => void>();

  /** The epoch that entries and sequences belong to. */
  get epoch(): string {
    return this.ep;
  }

  /** The sequence of the last change. */
  get sequence(): number {
    return this.s;
  }

  /** When the last change was published, product time; in an epoch of the board's own, when it was found. */
  get publishedAt(): number {
    return this.changedAt;
  }

  /** Whether no feeding process is being followed. */
  get unfed(): boolean {
    return this.local;
  }

  /** Whether every change after the given place is known entry by entry; otherwise only a snapshot is right. */
  covers(ep: string, s: number): boolean {
    return ep === this.ep && s >= this.coveredFrom && s <= this.s;
  }

  /** Calls the listener with every update that was taken, once it stands on the board; the result ends it. */
  onTaken(listener: (update: MarketUpdate) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Takes one update, heard at `now` (product time). Updates of an older epoch, and repeated or older ones of the
   * same, change nothing. After a gap nothing is taken until a snapshot closes it, so the board is never a mixture.
   */
  apply(update: MarketUpdate, now: number = update.at): UpdateFate {
    const fate = this.take(update, now);
    if (fate === 'taken') for (const listener of this.listeners) listener(update);
    return fate;
  }

  private take(update: MarketUpdate, now: number): UpdateFate {
    const token = BigInt(update.ep);
    if (token < this.feeder) return 'ignored';
    const successor = token > this.feeder;
    if (successor) {
      this.feeder = token;
      this.feederSequence = 0;
    }
    if (update.kind === 'snap') return this.applySnapshot(update, now);
    if (!successor && update.s <= this.feederSequence) return 'ignored';
    if (update.ep !== this.ep || update.s !== this.feederSequence + 1) return 'gap';
    this.heardAt = now;
    this.feederSequence = update.s;
    this.s = update.s;
    this.changedAt = update.at;
    this.shelves.put(update, update.s);
    return 'taken';
  }

  /**
   * Looks at the time: opens an epoch of the board's own when the feeding process has fallen silent, and in such an
   * epoch keeps every market's status right. Called every second, and once before the first update.
   */
  check(now: number, markets: readonly UnfedMarket[]): void {
    if (!this.local && now - this.heardAt <= FEED_LOST_MS) return;
    if (!this.local) this.openLocalEpoch();
    const next = this.s + 1;
    this.changedAt = now;
    for (const market of markets) {
      const entry = this.shelves.tickers.get(market.symbol);
      // A stored price of another origin than the market was fed from is not its price.
      const unknown = entry?.value.last === null && entry.value.origin === market.row.origin;
      const known = entry === undefined || unknown ? market.row : entry.value;
      if (this.checkFutures(market, next)) this.s = next;
      const row = rowWithoutFeed(known, market);
      if (entry !== undefined && sameRow(entry.value, row)) continue;
      this.shelves.tickers.set(market.symbol, new BoardEntry(row, next));
      this.s = next;
    }
  }

  /** Whether what futures are traded by has another status now that nobody feeds. */
  private checkFutures(market: UnfedMarket, s: number): boolean {
    const quote = this.shelves.futuresQuotes.get(market.symbol)?.value;
    const row = quote && futuresWithoutFeed(quote, market);
    if (!row || row === quote) return false;
    this.shelves.futuresQuotes.set(market.symbol, new BoardEntry(row, s));
    return true;
  }

  /** The ticker with its status as of `now`; null for a symbol without any data yet. */
  ticker(symbol: string, now: number): TickerView | null {
    const row = this.shelves.tickers.get(symbol)?.value;
    if (!row) return null;
    return this.isAsOf(row, now) ? row : rowWithoutFeed(row, { halted: false, closed: null });
  }

  /** What futures are traded by, with its status as of `now`; null where it is the pair's instrument, or not known. */
  futuresQuote(symbol: string, now: number): PerpetualQuoteView | null {
    const quote = this.shelves.futuresQuotes.get(symbol)?.value;
    if (!quote) return null;
    return this.isAsOf(quote, now) ? quote : futuresWithoutFeed(quote, { halted: false, closed: null });
  }

  /** Whether a status stands as it is: the feed is heard, or it does not depend on the feed. */
  private isAsOf({ status }: Pick<TickerView, 'status'>, now: number): boolean {
    return this.local || now - this.heardAt <= FEED_LOST_MS || status === 'halted' || status === 'closed';
  }

  /** The bar before and the running bar, oldest first; fewer when there are none. */
  candles(symbol: string, period: CandlePeriod): CandleView[] {
    return this.candleEntries(symbol, period).map((entry) => entry.value);
  }

  depth(symbol: string): DepthView | null {
    return this.shelves.books.get(symbol)?.value ?? null;
  }

  /** The book that futures are traded by; null where it is the pair's, or not known. */
  futuresDepth(symbol: string): DepthView | null {
    return this.shelves.futuresBooks.get(symbol)?.value ?? null;
  }

  /** The last trades, oldest first. */
  trades(symbol: string): TradeView[] {
    return (this.shelves.tapes.get(symbol)?.all() ?? []).map((entry) => entry.value);
  }

  mark(symbol: string): MarkPriceView | null {
    return this.shelves.marks.get(symbol)?.value ?? null;
  }

  /** The whole board as one update: whoever takes it has exactly this board. */
  whole(at: number): MarketUpdate {
    return { ep: this.ep, s: this.s, at, kind: 'snap', ...this.shelves.content() };
  }

  tickerEntry(symbol: string): BoardEntry<TickerView> | undefined {
    return this.shelves.tickers.get(symbol);
  }

  candleEntries(symbol: string, period: CandlePeriod): readonly BoardEntry<CandleView>[] {
    return this.shelves.bars.get(`${symbol}:${period}`) ?? [];
  }

  depthEntry(symbol: string): BoardEntry<DepthView> | undefined {
    return this.shelves.books.get(symbol);
  }

  tradeTape(symbol: string): TradeTape<TradeView> | undefined {
    return this.shelves.tapes.get(symbol);
  }

  markEntry(symbol: string): BoardEntry<MarkPriceView> | undefined {
    return this.shelves.marks.get(symbol);
  }

  futuresEntry(symbol: string): BoardEntry<PerpetualQuoteView> | undefined {
    return this.shelves.futuresQuotes.get(symbol);
  }

  futuresDepthEntry(symbol: string): BoardEntry<DepthView> | undefined {
    return this.shelves.futuresBooks.get(symbol);
  }

  private applySnapshot(update: MarketUpdate, now: number): UpdateFate {
    const follows = !this.local && update.ep === this.ep;
    if (follows && update.s <= this.feederSequence) return 'ignored';
    if (update.s < this.feederSequence) return 'ignored';
    this.heardAt = now;
    this.local = false;
    this.ep = update.ep;
    this.feederSequence = update.s;
    this.s = update.s;
    this.changedAt = update.at;
    // An entry may have changed and changed back while we did not listen; only a snapshot is exact across a gap.
    this.coveredFrom = update.s;
    this.shelves.replace(update, update.s);
    return 'taken';
  }

  private openLocalEpoch(): void {
    this.ep = localEpoch();
    this.local = true;
    this.s = 1;
    this.coveredFrom = 1;
    this.shelves.replace(this.shelves.content(), 1);
  }
}

/** Cannot be taken for a fencing number, nor for the epoch of another gateway. */
function localEpoch(): string {
  return `~${randomBytes(6).toString('hex')}`;
}

function sameRow(one: TickerView, other: TickerView): boolean {
  return (
    one === other ||
    (one.status === other.status &&
      one.reason === other.reason &&
      one.last === other.last &&
      one.opensAt === other.opensAt)
  );
}
