import type { CandlePeriod, CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { VenueBar } from '../../../platform/feeds/feed.js';
import { type Bar, barOf, FOLDED_FROM, GRACE_MS, isSameBar, MINUTE_MS, openOf } from './bars.rules.js';
import { foldLonger, type LongerBars } from './longer-bars.js';
import { MinuteFold } from './minute-fold.js';
import { PeriodBars } from './period-bars.js';

/** What the series needs to know of a market. */
export interface CandleMarket {
  id: number;
  symbol: string;
  /** Where its prices come from; a series has bars of one origin only. */
  origin: PriceOrigin;
  priceScale: number;
  quantityScale: number;
  /** The venue opens each bar at the close of the one before (Bybit), not at the first trade. */
  opensAtPreviousClose?: boolean;
}

/** A trade that passed the guard. */
export interface FoldedTrade {
  price: string;
  quantity: string;
  at: number;
}

/** A silence of our own longer than this is not filled with flat bars: nobody can say that nothing was traded. */
const FILL_MINUTES_MAX = 1441;

/**
 * The live bars of one market, in memory: trades go into the one-minute bar, every longer period is a fold of
 * one-minute bars (B.7). Holds no clock and no store.
 */
export class CandleSeries {
  /** Trades that came too late for their bar, or were not readable. */
  droppedTrades = 0;
  private readonly minutes = new PeriodBars('1min');
  private readonly longer: LongerBars[] = [];
  private readonly byPeriod = new Map<CandlePeriod, PeriodBars>([['1min', this.minutes]]);
  /** Minutes that still take trades: the running one and, inside the grace, the one before. */
  private folds: MinuteFold[] = [];
  private running: MinuteFold | null = null;
  /** `down`: the source is lost or was never there. `closed`: the market's session is over. */
  private state: 'live' | 'down' | 'closed' = 'down';
  private downSince = Number.NEGATIVE_INFINITY;
  /** Whether the source is lost while the session is closed. */
  private isLost = false;
  /** The next minute to begin; null before the first. */
  private nextMinute: number | null = null;
  /** Every minute that ends at or before this instant is closed. */
  private settledThrough = Number.NEGATIVE_INFINITY;

  constructor(readonly market: CandleMarket) {
    for (const [period, part] of Object.entries(FOLDED_FROM) as [CandlePeriod, CandlePeriod][]) {
      const bars = new PeriodBars(period);
      this.byPeriod.set(period, bars);
      this.longer.push({ bars, parts: this.byPeriod.get(part) as PeriodBars });
    }
  }

  /**
   * Folds one trade. A trade of a bar that is closed for good (more than the 2 s grace ago, or confirmed by the
   * venue) is dropped; the answer says whether it was taken.
   */
  trade(trade: FoldedTrade): boolean {
    const { at } = trade;
    let fold = this.running;
    if (fold === null || at < fold.openAt || at >= fold.endAt || this.state !== 'live') fold = this.foldFor(at);
    if (fold?.add(trade.price, trade.quantity, at)) return true;
    this.droppedTrades += 1;
    return false;
  }

  /**
   * Tells that the source is down (true) or up again (false) from this instant on. Minutes that were down for a part
   * are marked; minutes that were down as a whole get no bar, unless the venue's own arrives later.
   */
  outage(down: boolean, at: number): void {
    // A closed session stays closed, whatever becomes of the source meanwhile.
    if (this.state === 'closed') this.isLost = down;
    else if (!down && this.state === 'down') this.resume(at);
    if (!down || this.state !== 'live') return;
    this.fillThrough(at - 1);
    this.state = 'down';
    this.downSince = at;
    this.markCut(at);
  }

  /** Tells that the market's session ends (false) or begins (true): bars pause without being an outage. */
  session(open: boolean, at: number): void {
    if (open) {
      if (this.state !== 'closed') return;
      this.resume(at);
      // The time before it was closed, and is no outage.
      if (this.isLost) [this.state, this.downSince] = ['down', at];
      return;
    }
    if (this.state === 'closed') return;
    this.isLost = this.state === 'down';
    if (!this.isLost) this.fillThrough(at - 1);
    this.state = 'closed';
  }

  /**
   * Takes the venue's own closed bar of a minute, which wins over ours: it closes a minute that is still open,
   * corrects a closed one with a higher revision, and fills a gap. Bars that are not closed change nothing.
   * @returns whether the venue's bar differed from ours.
   */
  reconcile(venue: VenueBar): boolean {
    if (!venue.closed || openOf('1min', venue.openAt) !== venue.openAt) return false;
    this.refreshMinutes();
    const known = this.minutes.barAt(venue.openAt);
    const trades = venue.trades ?? known?.trades ?? 0;
    const bar = { ...barOf({ ...venue, trades, filled: false, outage: false }) };
    const confirmed: Bar = { ...bar, filled: bar.volume === 0n };
    const differs = known === null || !isSameBar(known, confirmed);
    this.minutes.set(confirmed);
    this.minutes.close(venue.openAt);
    this.folds = this.folds.filter((fold) => fold.openAt !== venue.openAt);
    if (this.running?.openAt === venue.openAt) this.running = null;
    const endAt = venue.openAt + MINUTE_MS;
    this.nextMinute = Math.max(this.nextMinute ?? endAt, endAt);
    if (this.settledThrough === venue.openAt) this.settledThrough = endAt;
    this.touchAfter(venue.openAt);
    return differs;
  }

  /**
   * Takes up stored bars (ascending, one-minute and longer ones) after a start; later, adds bars that were missing and takes over closed
   * ones that were corrected since.
   * @param completeUntil the instant up to which they are complete; what follows until the first sign of life is an
   *   outage. The end of the newest closed minute unless told otherwise.
   * @throws when a bar is of another origin than the series, which would be a mixture.
   */
  restore(bars: CandleView[], completeUntil?: number): void {
    const first = this.minutes.isEmpty && this.folds.length === 0;
    const stranger = bars.find(({ origin }) => origin !== this.market.origin);
    if (stranger) throw new Error(`A series of ${this.market.origin} bars takes no ${stranger.origin} ones.`);
    for (const view of bars) this.take(view, first);
    if (!first) return;
    const newest = this.minutes.newest;
    if (!newest) return;
    const closed = bars.filter((bar) => bar.period === '1min' && bar.closed).at(-1);
    const closedUntil = closed ? closed.openAt + MINUTE_MS : newest.openAt;
    // Where nothing is closed yet, the minute before may still take late trades: the next advance settles it.
    if (closed) this.settledThrough = closedUntil;
    this.downSince = completeUntil ?? closedUntil;
    this.nextMinute = newest.openAt + MINUTE_MS;
    for (const level of this.byPeriod.values()) {
      level.completeFrom = bars.find((bar) => bar.period === level.period)?.openAt ?? closedUntil;
    }
    // Folds the running bars again, in case a longer one was not stored.
    this.minutes.changed.add(newest.openAt);
  }

  /** Moves time on: closes what is due, fills quiet minutes; gives every bar that changed since the last call. */
  advance(now: number): CandleView[] {
    if (this.state === 'live') this.fillThrough(now);
    this.refreshMinutes();
    this.settle(openOf('1min', now - GRACE_MS));
    foldLonger(this.longer, this.settledThrough);
    for (const bars of this.byPeriod.values()) bars.changed.clear();
    const changed: CandleView[] = [];
    for (const bars of this.byPeriod.values()) changed.push(...bars.drain(this.market));
    return changed;
  }

  /** The bar before and the running bar of a period, oldest first, as of the last {@link advance}. */
  current(period: CandlePeriod): CandleView[] {
    return this.byPeriod.get(period)?.tail(2, this.market) ?? [];
  }

  /** The minute that takes a trade of this instant; null when it is closed. */
  private foldFor(at: number): MinuteFold | null {
    const openAt = openOf('1min', at);
    if (openAt < this.settledThrough || this.minutes.isClosed(openAt)) return null;
    if (this.state !== 'live' && at >= this.downSince) this.resume(at);
    if (this.state === 'live') this.fillThrough(at);
    return this.folds.find((fold) => fold.openAt === openAt) ?? this.begin(openAt, this.state === 'down');
  }

  private begin(openAt: number, outage: boolean): MinuteFold {
    const fold = new MinuteFold(openAt, outage);
    this.folds.push(fold);
    this.folds.sort((a, b) => a.openAt - b.openAt);
    this.running = this.folds.at(-1) ?? null;
    this.nextMinute = Math.max(this.nextMinute ?? 0, fold.endAt);
    return fold;
  }

  /** The source gives signs of life at this instant. */
  private resume(at: number): void {
    const wasDown = this.state === 'down' && at > this.downSince;
    const openAt = openOf('1min', at);
    const gap = this.nextMinute !== null && openAt > this.nextMinute;
    this.state = 'live';
    if (!wasDown) {
      if (gap) this.nextMinute = openAt;
      return;
    }
    this.markCut(this.downSince);
    const fold = this.folds.find((candidate) => candidate.openAt === openAt);
    const partial = at > openAt || gap;
    if (partial) fold?.markOutage();
    if (!fold && (this.nextMinute === null || openAt >= this.nextMinute)) this.begin(openAt, partial);
  }

  /** Marks the minute in which the source was lost. Lost exactly at a boundary: the minute before it. */
  private markCut(at: number): void {
    const openAt = openOf('1min', at - 1);
    this.folds.find((fold) => fold.openAt === openAt)?.markOutage();
  }

  /** Begins every minute up to the instant; those without a trade will be flat. */
  private fillThrough(instant: number): void {
    if (this.nextMinute === null || instant < this.nextMinute) return;
    const newest = openOf('1min', instant);
    if (newest - this.nextMinute > FILL_MINUTES_MAX * MINUTE_MS) {
      this.nextMinute = newest;
      this.begin(newest, true);
      return;
    }
    for (let openAt = this.nextMinute; openAt <= newest; openAt += MINUTE_MS) this.begin(openAt, false);
  }

  /** Makes the bars of the minutes that took trades, ascending, because a bar may rest on the close before it. */
  private refreshMinutes(): void {
    let earlierChanged = false;
    for (const fold of this.folds) {
      if (!fold.touched && !earlierChanged) continue;
      fold.touched = false;
      const earlier = this.minutes.before(fold.openAt);
      const adjacent = earlier?.openAt === fold.openAt - MINUTE_MS;
      const opensAt = this.market.opensAtPreviousClose && adjacent ? earlier.close : null;
      const bar = fold.bar(earlier?.close ?? null, opensAt);
      if (bar && this.minutes.set(bar)) earlierChanged = true;
    }
  }

  private settle(instant: number): void {
    if (instant <= this.settledThrough) return;
    this.settledThrough = instant;
    for (const fold of this.folds) {
      if (fold.endAt > instant) continue;
      if (this.state === 'down' && this.downSince < fold.endAt) {
        fold.markOutage();
        this.refreshMinutes();
      }
      this.minutes.close(fold.openAt);
    }
    this.folds = this.folds.filter((fold) => fold.endAt > instant);
    this.running = this.folds.at(-1) ?? null;
  }

  /** Later minutes may be flat at, or open at, a close that was corrected. */
  private touchAfter(openAt: number): void {
    for (const fold of this.folds) if (fold.openAt > openAt) fold.touched = true;
  }

  private take(view: CandleView, first: boolean): void {
    const level = this.byPeriod.get(view.period);
    const bar = barOf(view);
    const parts = this.longer.find(({ bars }) => bars === level)?.parts;
    const isFolded = parts !== undefined && parts.completeFrom <= bar.openAt;
    if (!level?.load(bar, view, isFolded)) return;
    if (view.period === '1min' && !view.closed && first) {
      const fold = MinuteFold.resume(bar);
      fold.touched = false;
      this.folds.push(fold);
      this.running = fold;
    }
    if (first) return;
    level.changed.add(bar.openAt);
    if (view.period === '1min') this.touchAfter(bar.openAt);
  }
}
