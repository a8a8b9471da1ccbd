import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TRADES_KEPT } from '../../contract/channels.js';
import type {
  CandlePeriod,
  CandleView,
  DepthView,
  MarkPriceView,
  TickerView,
  TradeView,
} from '../../contract/markets.dto.js';
import { BoardEntry, TradeTape } from './board-entry.js';
import { FEED_LOST_MS, type MarketSituation, rowWithoutFeed } from './market-status.rules.js';
import type { MarketUpdate, UpdateFate } from './market-update.js';

/** What the board must know of a market while nobody feeds. */
export interface UnfedMarket extends Pick<MarketSituation, 'halted' | 'closed'> {
  symbol: string;
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
  private readonly tickers = new Map<string, BoardEntry<TickerView>>();
  private readonly bars = new Map<string, BoardEntry<CandleView>[]>();
  private readonly books = new Map<string, BoardEntry<DepthView>>();
  private readonly tapes = new Map<string, TradeTape<TradeView>>();
  private readonly marks = new Map<string, BoardEntry<MarkPriceView>>();

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

  /** Fencing number of the newest feeding process heard of; null when none was. */
  get feederToken(): string | null {
    return this.feeder === NOBODY ? null : this.feeder.toString();
  }

  /** Whether every change after the given place is known entry by entry; otherwise only a snapshot is right. */
  covers(ep: string, s: number): boolean {
    return ep === this.ep && s >= this.coveredFrom && s <= this.s;
  }

  /**
   * Takes one update, heard at `now` (product time). Updates of an older epoch, and repeated or older ones of the
   * same, change nothing. After a gap nothing is taken until a snapshot closes it, so the board is never a mixture.
   */
  apply(update: MarketUpdate, now: number = update.at): UpdateFate {
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
    this.place(update);
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
      const entry = this.tickers.get(market.symbol);
      const known = entry === undefined || entry.value.last === null ? market.row : entry.value;
      const row = rowWithoutFeed(known, market);
      if (entry !== undefined && sameRow(entry.value, row)) continue;
      this.tickers.set(market.symbol, new BoardEntry(row, next));
      this.s = next;
    }
  }

  /** The ticker with its status as of `now`; null for a symbol without any data yet. */
  ticker(symbol: string, now: number): TickerView | null {
    const row = this.tickers.get(symbol)?.value;
    if (!row) return null;
    if (this.local || now - this.heardAt <= FEED_LOST_MS || row.status === 'halted' || row.status === 'closed')
      return row;
    return rowWithoutFeed(row, { halted: false, closed: null });
  }

  /** The bar before and the running bar, oldest first; fewer when there are none. */
  candles(symbol: string, period: CandlePeriod): CandleView[] {
    return this.candleEntries(symbol, period).map((entry) => entry.value);
  }

  depth(symbol: string): DepthView | null {
    return this.books.get(symbol)?.value ?? null;
  }

  /** The last trades, oldest first. */
  trades(symbol: string): TradeView[] {
    return (this.tapes.get(symbol)?.all() ?? []).map((entry) => entry.value);
  }

  mark(symbol: string): MarkPriceView | null {
    return this.marks.get(symbol)?.value ?? null;
  }

  /** The whole board as one update: whoever takes it has exactly this board. */
  whole(at: number): MarketUpdate {
    const trades: Record<string, TradeView[]> = {};
    for (const symbol of this.tapes.keys()) trades[symbol] = this.trades(symbol);
    return {
      ep: this.ep,
      s: this.s,
      at,
      kind: 'snap',
      tickers: values(this.tickers),
      candles: [...this.bars.values()].flatMap((entries) => entries.map((entry) => entry.value)),
      depths: values(this.books),
      trades,
      marks: values(this.marks),
    };
  }

  tickerEntry(symbol: string): BoardEntry<TickerView> | undefined {
    return this.tickers.get(symbol);
  }

  candleEntries(symbol: string, period: CandlePeriod): readonly BoardEntry<CandleView>[] {
    return this.bars.get(`${symbol}:${period}`) ?? [];
  }

  depthEntry(symbol: string): BoardEntry<DepthView> | undefined {
    return this.books.get(symbol);
  }

  tradeTape(symbol: string): TradeTape<TradeView> | undefined {
    return this.tapes.get(symbol);
  }

  markEntry(symbol: string): BoardEntry<MarkPriceView> | undefined {
    return this.marks.get(symbol);
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
    for (const map of [this.tickers, this.bars, this.books, this.tapes, this.marks]) map.clear();
    this.place(update);
    return 'taken';
  }

  private place(update: MarketUpdate): void {
    const s = this.s;
    for (const row of update.tickers) this.tickers.set(row.symbol, new BoardEntry(row, s));
    for (const bar of update.candles) this.placeBar(bar);
    for (const book of update.depths) this.books.set(book.symbol, new BoardEntry(book, s));
    for (const mark of update.marks) this.marks.set(mark.symbol, new BoardEntry(mark, s));
    for (const [symbol, trades] of Object.entries(update.trades)) {
      const tape = this.tapes.get(symbol) ?? new TradeTape<TradeView>(TRADES_KEPT);
      tape.add(trades, s);
      this.tapes.set(symbol, tape);
    }
  }

  /** Keeps the two newest bars of a series. A correction of an older bar is history's business, not the board's. */
  private placeBar(bar: CandleView): void {
    const key = `${bar.symbol}:${bar.period}`;
    const entry = new BoardEntry(bar, this.s);
    const others = (this.bars.get(key) ?? []).filter(({ value }) => value.openAt !== bar.openAt);
    const series = [...others, entry].sort((a, b) => a.value.openAt - b.value.openAt);
    this.bars.set(key, series.slice(-2));
  }

  private openLocalEpoch(): void {
    this.ep = localEpoch();
    this.local = true;
    this.s = 1;
    this.coveredFrom = 1;
    for (const [symbol, { value }] of this.tickers) this.tickers.set(symbol, new BoardEntry(value, 1));
    for (const [key, entries] of this.bars)
      this.bars.set(
        key,
        entries.map(({ value }) => new BoardEntry(value, 1)),
      );
    for (const [symbol, { value }] of this.books) this.books.set(symbol, new BoardEntry(value, 1));
    for (const [symbol, { value }] of this.marks) this.marks.set(symbol, new BoardEntry(value, 1));
    for (const [symbol, tape] of this.tapes) {
      const copy = new TradeTape<TradeView>(TRADES_KEPT);
      copy.add(
        tape.all().map((entry) => entry.value),
        1,
      );
      this.tapes.set(symbol, copy);
    }
  }
}

function values<Value>(entries: Map<string, BoardEntry<Value>>): Value[] {
  return [...entries.values()].map((entry) => entry.value);
}

/** Cannot be taken for a fencing number, nor for the epoch of another gateway. */
function localEpoch(): string {
  return `~${randomBytes(6).toString('hex')}`;
}

function sameRow(one: TickerView, other: TickerView): boolean {
  return one === other || (one.status === other.status && one.reason === other.reason && one.last === other.last);
}
