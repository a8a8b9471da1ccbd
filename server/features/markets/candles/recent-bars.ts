import type { CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';

/** Most bars kept of one market and period; the newest stay. */
const RETAINED_BARS = 2000;
/** A series is read again after this time, in case a correction was lost on the way. */
const RELOAD_MS = 300_000;
/** The first time it is read again so soon, and then ever later: a fresh product's history is still being filled in. */
const FIRST_RELOAD_MS = 1000;

/**
 * Closed bars of one market, period and origin, newest last, kept for readers: with imported ones before the first of
 * the origin's own.
 */
export class RecentBars {
  /** Grows with every change, so that what was made from the bars can be kept until then. */
  version = 1;

  /**
   * @param bars ascending, closed
   * @param coveredFrom no closed bar that opens at or after this instant is missing
   */
  constructor(
    private bars: CandleView[],
    private coveredFrom: number,
    readonly loadedAt: number,
    readonly origin: PriceOrigin,
    private readonly reloadAfterMs: number = FIRST_RELOAD_MS,
  ) {}

  /** @param before what was known until now, of the same origin. */
  static loaded(
    bars: CandleView[],
    { loadedAt, origin, before }: { loadedAt: number; origin: PriceOrigin; before: RecentBars | null },
  ): RecentBars {
    const complete = bars.length < RETAINED_BARS;
    const coveredFrom = complete ? Number.NEGATIVE_INFINITY : (bars[0]?.openAt ?? 0);
    const grew = before === null || bars.length > before.bars.length;
    const reloadAfterMs = grew ? FIRST_RELOAD_MS : Math.min(2 * before.reloadAfterMs, RELOAD_MS);
    return new RecentBars(bars, coveredFrom, loadedAt, origin, reloadAfterMs);
  }

  /** Whether Postgres should be asked again. */
  isDue(now: number): boolean {
    return now - this.loadedAt >= this.reloadAfterMs;
  }

  static readonly size = RETAINED_BARS;

  /** Takes a closed bar: a new one, or a correction. One of another origin is none of this series'. */
  take(bar: CandleView): void {
    if (bar.origin !== this.origin) return;
    this.dropImported(bar.openAt);
    let index = this.bars.length;
    while (index > 0 && (this.bars[index - 1] as CandleView).openAt >= bar.openAt) index -= 1;
    const known = this.bars[index];
    const replaces = known?.openAt === bar.openAt;
    if (replaces && known.revision >= bar.revision) return;
    if (!replaces && bar.openAt < this.coveredFrom) return;
    this.bars.splice(index, replaces ? 1 : 0, bar);
    this.version += 1;
    if (this.bars.length <= RETAINED_BARS + RETAINED_BARS / 8) return;
    this.bars = this.bars.slice(-RETAINED_BARS);
    this.coveredFrom = this.bars[0]?.openAt ?? this.coveredFrom;
  }

  /** The newest `limit` bars of the range, ascending; null when older ones would be needed. */
  range(from: number, to: number, limit: number): CandleView[] | null {
    const end = this.firstAfter(to);
    const start = this.firstAfter(from - 1);
    if (end - start >= limit) return this.bars.slice(end - limit, end);
    return from >= this.coveredFrom ? this.bars.slice(start, end) : null;
  }

  /** Imported bars end where the origin's own begin. */
  private dropImported(from: number): void {
    let end = this.bars.length;
    while (end > 0 && (this.bars[end - 1] as CandleView).openAt >= from) end -= 1;
    const remaining = this.bars.filter(({ origin }, index) => index < end || origin === this.origin);
    if (remaining.length === this.bars.length) return;
    this.bars = remaining;
    this.version += 1;
  }

  /** Index of the first bar that opens after the instant. */
  private firstAfter(instant: number): number {
    let low = 0;
    let high = this.bars.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.bars[middle] as CandleView).openAt > instant) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
