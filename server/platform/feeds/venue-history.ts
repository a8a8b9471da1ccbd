import type { VenueBar, VenuePeriod } from './feed.js';
import { decimal, integer, integerText, list } from './venue-json.js';

export const PERIOD_MS: Record<VenuePeriod, number> = { '1min': 60_000, '60min': 3_600_000, '1day': 86_400_000 };

/** Bars a page; Bybit and Binance allow 1,000. */
export const PAGE_BARS = 1000;
const PAGES_MAX = 300;

/** One page: the venue's bars of a range whose bounds are both inclusive, in any order, at most a page. */
export type FetchPage = (from: number, to: number) => Promise<VenueBar[]>;

/**
 * All bars with `from <= openAt < to`, ascending and each once. Venues cut long ranges at either end, so the range is
 * asked for from its end backwards in windows that hold no more than a page; it stops where the venue's history begins.
 * @throws Error when the range is longer than 300 pages.
 */
export async function collectBars(
  fetch: FetchPage,
  period: VenuePeriod,
  from: number,
  to: number,
  pageBars = PAGE_BARS,
): Promise<VenueBar[]> {
  const step = PERIOD_MS[period];
  const found = new Map<number, VenueBar>();
  let end = Math.ceil(to / step) * step - step;
  for (let page = 0; end >= from; page += 1) {
    if (page >= PAGES_MAX) throw new Error(`more than ${PAGES_MAX * pageBars} bars were asked for`);
    const start = Math.max(Math.ceil(from / step) * step, end - (pageBars - 1) * step);
    const bars = await fetch(start, end);
    for (const bar of bars) if (bar.openAt >= from && bar.openAt < to) found.set(bar.openAt, bar);
    if (bars.length === 0) break;
    end = start - step;
  }
  return [...found.values()].sort((left, right) => left.openAt - right.openAt);
}

/** Bybit: `[start, open, high, low, close, volume, turnover]`, all texts. */
export function readBybitRow(row: unknown, period: VenuePeriod, now: number): VenueBar {
  const [start, open, high, low, close, volume, turnover] = list(row, 'bar');
  const openAt = integerText(start, 'start');
  return {
    openAt,
    open: decimal(open, 'open'),
    high: decimal(high, 'high'),
    low: decimal(low, 'low'),
    close: decimal(close, 'close'),
    volume: decimal(volume, 'volume'),
    quoteVolume: decimal(turnover, 'turnover'),
    trades: null,
    closed: openAt + PERIOD_MS[period] <= now,
  };
}

/** Binance: `[openTime, open, high, low, close, volume, closeTime, quoteVolume, trades, …]`. */
export function readBinanceRow(row: unknown): { bar: VenueBar; closeAt: number } {
  const [openTime, open, high, low, close, volume, closeTime, quoteVolume, trades] = list(row, 'bar');
  return {
    closeAt: integer(closeTime, 'close time'),
    bar: {
      openAt: integer(openTime, 'open time'),
      open: decimal(open, 'open'),
      high: decimal(high, 'high'),
      low: decimal(low, 'low'),
      close: decimal(close, 'close'),
      volume: decimal(volume, 'volume'),
      quoteVolume: decimal(quoteVolume, 'quote volume'),
      trades: integer(trades, 'trades'),
      closed: false,
    },
  };
}
