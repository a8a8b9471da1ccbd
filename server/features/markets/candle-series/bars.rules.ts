import type { CandlePeriod, CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { fromScaled, isAbove, toScaled, trimDecimal } from './scaled-decimal.rules.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The first Monday of the epoch: 1970-01-05. */
const FIRST_MONDAY = 4 * DAY_MS;

/** How long after its end a minute still takes late trades (B.7). */
export const GRACE_MS = 2000;

/**
 * Which shorter period a bar is folded from. Folding is associative, so every bar is the fold of its one-minute bars
 * whatever the steps between.
 */
export const FOLDED_FROM = {
  '5min': '1min',
  '15min': '5min',
  '30min': '15min',
  '60min': '30min',
  '1day': '60min',
  '1week': '1day',
  '1mon': '1day',
} as const satisfies Record<Exclude<CandlePeriod, '1min'>, CandlePeriod>;

const FIXED_MS: Partial<Record<CandlePeriod, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': HOUR_MS,
  '1day': DAY_MS,
};

/** Open time of the bar that holds the instant, UTC. An instant exactly on a boundary belongs to the new bar. */
export function openOf(period: CandlePeriod, at: number): number {
  const length = FIXED_MS[period];
  if (length !== undefined) return Math.floor(at / length) * length;
  if (period === '1week') return Math.floor((at - FIRST_MONDAY) / WEEK_MS) * WEEK_MS + FIRST_MONDAY;
  const { year, month } = monthOf(at);
  return Date.UTC(year, month, 1);
}

/** Open time of the bar after the one that holds the instant. */
export function nextOpen(period: CandlePeriod, at: number): number {
  const length = FIXED_MS[period];
  if (length !== undefined) return openOf(period, at) + length;
  if (period === '1week') return openOf(period, at) + WEEK_MS;
  const { year, month } = monthOf(at);
  return Date.UTC(year, month + 1, 1);
}

/** Open time of the bar before the one that holds the instant. */
export function previousOpen(period: CandlePeriod, at: number): number {
  return openOf(period, openOf(period, at) - 1);
}

/**
 * Year and month (0 to 11) of an instant, UTC, in the proleptic Gregorian calendar: days are counted in 400-year
 * cycles of years that begin in March, so that the leap day is a year's last (H. Hinnant, "chrono-compatible
 * low-level date algorithms", civil_from_days).
 */
export function monthOf(at: number): { year: number; month: number } {
  const days = Math.floor(at / DAY_MS) + 719_468;
  const cycle = Math.floor(days / 146_097);
  const dayOfCycle = days - cycle * 146_097;
  const yearOfCycle = Math.floor(
    (dayOfCycle - Math.floor(dayOfCycle / 1460) + Math.floor(dayOfCycle / 36_524) - Math.floor(dayOfCycle / 146_096)) /
      365,
  );
  const dayOfYear = dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = (fromMarch + 2) % 12;
  return { year: yearOfCycle + cycle * 400 + (month < 2 ? 1 : 0), month };
}

/** A bar for calculation: sums are whole numbers of 10^-18, prices shortest decimal text. Never changed once made. */
export interface Bar {
  readonly openAt: number;
  readonly open: DecimalText;
  readonly high: DecimalText;
  readonly low: DecimalText;
  readonly close: DecimalText;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
  readonly trades: number;
  readonly filled: boolean;
  readonly outage: boolean;
}

/** The decimal-text fields of a bar, as venues, tables and views write them. */
export type BarText = Pick<
  CandleView,
  'openAt' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'quoteVolume' | 'trades' | 'filled' | 'outage'
>;

/**
 * One bar from consecutive shorter ones (ascending, at least one): open of the first, close of the last, the extremes,
 * exact sums. Filled only when every part is, an outage when any part is.
 */
export function foldBars(openAt: number, bars: readonly Bar[]): Bar {
  const first = bars[0];
  const last = bars.at(-1);
  if (!first || !last) throw new Error('A fold needs at least one bar.');
  let { high, low } = first;
  let volume = 0n;
  let quoteVolume = 0n;
  let trades = 0;
  let filled = true;
  let outage = false;
  for (const bar of bars) {
    if (isAbove(bar.high, high)) high = bar.high;
    if (isAbove(low, bar.low)) low = bar.low;
    volume += bar.volume;
    quoteVolume += bar.quoteVolume;
    trades += bar.trades;
    filled &&= bar.filled;
    outage ||= bar.outage;
  }
  return { openAt, open: first.open, high, low, close: last.close, volume, quoteVolume, trades, filled, outage };
}

/** Whether two bars say the same. */
export function isSameBar(a: Bar, b: Bar): boolean {
  return (
    a.openAt === b.openAt &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume &&
    a.quoteVolume === b.quoteVolume &&
    a.trades === b.trades &&
    a.filled === b.filled &&
    a.outage === b.outage
  );
}

export function barOf(text: BarText): Bar {
  return {
    openAt: text.openAt,
    open: trimDecimal(text.open),
    high: trimDecimal(text.high),
    low: trimDecimal(text.low),
    close: trimDecimal(text.close),
    volume: toScaled(text.volume),
    quoteVolume: toScaled(text.quoteVolume),
    trades: text.trades,
    filled: text.filled,
    outage: text.outage,
  };
}

/** The bar as clients see it. */
export function barView(
  bar: Bar,
  of: { symbol: string; period: CandlePeriod; revision: number; closed: boolean; origin: PriceOrigin },
): CandleView {
  return {
    symbol: of.symbol,
    period: of.period,
    openAt: bar.openAt,
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
    volume: fromScaled(bar.volume),
    quoteVolume: fromScaled(bar.quoteVolume),
    trades: bar.trades,
    revision: of.revision,
    closed: of.closed,
    filled: bar.filled,
    outage: bar.outage,
    origin: of.origin,
  };
}
