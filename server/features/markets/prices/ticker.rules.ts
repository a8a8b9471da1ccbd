import type { CandleView, TickerView } from '../../../contract/markets/markets.dto.js';
import { fromUnits, percentChange, toUnits } from '../../../contract/money.js';

const MINUTE_MS = 60_000;
/** Closed minutes of the rolling window; the running one comes on top (B.8). */
const WINDOW_MINUTES = 1440;

/** The figures of the window as the ticker shows them; null where they are not known. */
export type WindowFigures = Pick<TickerView, 'open' | 'high' | 'low' | 'volume' | 'quoteVolume' | 'windowMs'>;

export const UNKNOWN_WINDOW: WindowFigures = {
  open: null,
  high: null,
  low: null,
  volume: null,
  quoteVolume: null,
  windowMs: 0,
};

interface Bucket {
  openAt: number;
  revision: number;
  open: string;
  close: string;
  high: bigint;
  low: bigint;
  volume: bigint;
  quoteVolume: bigint;
}

/** Sums over closed minutes, made again only when one of them changes. */
type Totals = Pick<Bucket, 'high' | 'low' | 'volume' | 'quoteVolume'>;

/**
 * The rolling 24 hours of one market: 1,440 closed one-minute buckets and the running one. The buckets are the
 * one-minute bars, so ticker and chart cannot disagree, and a corrected bar corrects the ticker.
 */
export class DayWindow {
  private buckets: Bucket[] = [];
  private closed: Totals | null = null;
  /** Where the known history begins; a window that begins earlier is not complete. */
  private knownFrom = Number.POSITIVE_INFINITY;
  /** The last price before the window, where it is known. */
  private carried: string | null = null;

  /** Takes a one-minute bar, new or changed; an older revision of a known one changes nothing. */
  put(bar: CandleView): void {
    const bucket = {
      openAt: bar.openAt,
      revision: bar.revision,
      open: bar.open,
      close: bar.close,
      high: toUnits(bar.high),
      low: toUnits(bar.low),
      volume: toUnits(bar.volume),
      quoteVolume: toUnits(bar.quoteVolume),
    };
    this.knownFrom = Math.min(this.knownFrom, bar.openAt);
    const newest = this.buckets.at(-1);
    if (newest?.openAt === bar.openAt) {
      if (bar.revision >= newest.revision) this.buckets[this.buckets.length - 1] = bucket;
      return;
    }
    const place = this.buckets.findLastIndex(({ openAt }) => openAt <= bar.openAt);
    const known = this.buckets[place];
    const replaces = known?.openAt === bar.openAt;
    if (replaces && bar.revision < known.revision) return;
    this.closed = null;
    this.buckets.splice(replaces ? place : place + 1, replaces ? 1 : 0, bucket);
  }

  /**
   * The figures of the window that ends at `now`; null when nothing is known of it. A window without a bar (a closed
   * session) is flat at the price before it.
   */
  figures(now: number): WindowFigures | null {
    const start = startOf(now);
    this.forget(start);
    const windowMs = now - Math.max(start, this.knownFrom);
    const first = this.buckets[0];
    const running = this.buckets.at(-1);
    if (!first || !running) return this.carried === null ? null : flat(this.carried, windowMs);
    this.closed ??= total(this.buckets.slice(0, -1));
    const { high, low, volume, quoteVolume } = total([this.closed, running]);
    return {
      open: first.openAt === start ? first.open : (this.carried ?? first.open),
      high: fromUnits(high),
      low: fromUnits(low),
      volume: fromUnits(volume),
      quoteVolume: fromUnits(quoteVolume),
      windowMs,
    };
  }

  /** Whether the history reaches back to the start of the window that ends at `now`. */
  isComplete(now: number): boolean {
    return this.knownFrom <= startOf(now);
  }

  private forget(start: number): void {
    const firstRetained = this.buckets.findIndex(({ openAt }) => openAt >= start);
    if (firstRetained === 0 || this.buckets.length === 0) return;
    this.carried = this.buckets.at(firstRetained < 0 ? -1 : firstRetained - 1)?.close ?? null;
    this.buckets = firstRetained < 0 ? [] : this.buckets.slice(firstRetained);
    this.closed = null;
  }
}

/** Change against the start of the window; null when the window is not known to its start. */
export function windowChange(figures: WindowFigures, last: string | null, complete: boolean): string | null {
  if (!complete || figures.open === null || last === null) return null;
  return percentChange(figures.open, last);
}

function startOf(now: number): number {
  return Math.floor(now / MINUTE_MS) * MINUTE_MS - WINDOW_MINUTES * MINUTE_MS;
}

function flat(price: string, windowMs: number): WindowFigures {
  return { open: price, high: price, low: price, volume: '0', quoteVolume: '0', windowMs };
}

function total(parts: readonly Totals[]): Totals {
  const sum: Totals = { high: 0n, low: -1n, volume: 0n, quoteVolume: 0n };
  for (const { high, low, volume, quoteVolume } of parts) {
    if (high > sum.high) sum.high = high;
    if (low >= 0n && (sum.low < 0n || low < sum.low)) sum.low = low;
    sum.volume += volume;
    sum.quoteVolume += quoteVolume;
  }
  return sum;
}
