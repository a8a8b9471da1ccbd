import { Injectable } from '@nestjs/common';
import type { CandlePeriod, CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { VenueBar, VenuePeriod } from '../../../platform/feeds/feed.js';
import { barOf, DAY_MS, FOLDED_FROM, HOUR_MS, MINUTE_MS, nextOpen, openOf, barView } from '../candle-series/index.js';
import { edgesOf, findGaps, type Gap, type StoredMark } from './candle-gaps.rules.js';
import { CandleFoldsStore } from './candle-folds.store.js';
import { CandleRecorder } from './candle-recorder.js';
import { CandlesStore } from './candles.store.js';

/** A market whose venue can be asked for old bars. */
export interface CandleSource {
  marketId: number;
  symbol: string;
  origin: PriceOrigin;
  /** The venue's own bars with `from <= openAt < to`, ascending; empty where it has none. */
  history(period: VenuePeriod, from: number, to: number): Promise<VenueBar[]>;
  /** Whether the market trades at an instant; absent for markets that never close. */
  isOpen?: (at: number) => boolean;
}

export interface BackfillRequest {
  /** Fencing number of the feeding process. */
  token: string;
  now: number;
  sources: CandleSource[];
  /**
   * `recent`: one-minute bars of 24 hours, what charts and 24 h figures need at once.
   * `deep`: three days of one-minute, 60 days of hourly and 400 days of daily bars.
   */
  depth: 'recent' | 'deep';
}

export interface BackfillResult {
  /** Bars written from the venues' history. */
  bars: number;
  /** Symbols whose venue could not be asked, with the reason. */
  failed: { symbol: string; reason: string }[];
}

interface Depth {
  minuteDays: number;
  hourDays: number;
  dayDays: number;
}

const DEPTHS: Record<BackfillRequest['depth'], Depth> = {
  recent: { minuteDays: 1, hourDays: 1, dayDays: 1 },
  deep: { minuteDays: 3, hourDays: 60, dayDays: 400 },
};

const LENGTHS: Record<VenuePeriod, number> = { '1min': MINUTE_MS, '60min': HOUR_MS, '1day': DAY_MS };
/** Markets asked at the same time. */
const PARALLEL = 4;
/** Bars prepared and written at a time. */
const SLICE_ROWS = 500;

interface Window extends Gap {
  period: VenuePeriod;
}

/**
 * Fills gaps of the stored bars from the venues' own history, after a start and after an outage. One-minute bars where
 * the venue has them, hourly and daily ones further back; every other period is folded from those. Where a venue has
 * nothing the gap stays, and the bars at its edges are marked as touched by an outage.
 */
@Injectable()
export class BackfillCandles {
  constructor(
    private readonly store: CandlesStore,
    private readonly folds: CandleFoldsStore,
    private readonly recorder: CandleRecorder,
  ) {}

  async execute(request: BackfillRequest): Promise<BackfillResult> {
    const result: BackfillResult = { bars: 0, failed: [] };
    const waiting = [...request.sources];
    const worker = async (): Promise<void> => {
      for (let source = waiting.shift(); source; source = waiting.shift()) {
        try {
          // In two steps: other markets are counted while this one is awaited.
          const bars = await this.fillMarket(source, request);
          result.bars += bars;
        } catch (error) {
          result.failed.push({ symbol: source.symbol, reason: error instanceof Error ? error.message : String(error) });
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    return result;
  }

  private async fillMarket(source: CandleSource, { token, now, depth }: BackfillRequest): Promise<number> {
    const windows = windowsOf(now, DEPTHS[depth]);
    let written = 0;
    for (const window of windows) written += await this.fillWindow(source, token, window);
    await this.foldLonger(source, token, now, windows);
    return written;
  }

  private async fillWindow(source: CandleSource, token: string, window: Window): Promise<number> {
    const { marketId, origin, isOpen } = source;
    const { period } = window;
    const length = LENGTHS[period];
    const filter = { marketId, period, origin, from: window.from, to: window.to - 1 };
    const stored = await this.store.closedMarks(filter);
    // A day or an hour holds trading whenever any part of it does; only minutes can be told apart.
    const open = period === '1min' ? isOpen : undefined;
    const gaps = findGaps(window, stored, { length, join: 60 * length, isOpen: open });
    let written = 0;
    for (const gap of gaps) {
      const bars = await source.history(period, gap.from, gap.to);
      written += await this.write(source, token, period, wanted(bars, gap, stored));
    }
    if (period === '1min' && gaps.length > 0) {
      const opens = (await this.store.closedMarks(filter)).map((mark) => mark.openAt);
      const edges = edgesOf(opens, length, open);
      if (edges.length > 0) await this.store.markOutage(token, filter, edges);
    }
    return written;
  }

  private async write(
    { marketId, symbol, origin }: CandleSource,
    token: string,
    period: VenuePeriod,
    bars: { bar: VenueBar; revision: number }[],
  ): Promise<number> {
    // In slices of a few milliseconds: the same process may be publishing prices.
    for (let start = 0; start < bars.length; start += SLICE_ROWS) {
      const rows = bars.slice(start, start + SLICE_ROWS).map(({ bar, revision }) => ({
        marketId,
        bar: closedView(bar, { symbol, origin, period, revision }),
      }));
      if (!(await this.recorder.write(token, rows))) throw new Error('The lease has been lost.');
    }
    return bars.length;
  }

  /** Makes the closed bars of every other period from what is stored now. */
  private async foldLonger(source: CandleSource, token: string, now: number, windows: Window[]): Promise<void> {
    const { marketId, origin } = source;
    const from = new Map<CandlePeriod, number>(windows.map((window) => [window.period, window.from]));
    for (const [period, part] of Object.entries(FOLDED_FROM) as [CandlePeriod, CandlePeriod][]) {
      const partsFrom = period === '60min' ? from.get('1min') : period === '1day' ? from.get('60min') : from.get(part);
      const start = alignUp(period, partsFrom ?? now);
      const end = openOf(period, now);
      if (start < end) await this.folds.fold(token, { marketId, origin, period, part, from: start, to: end });
      if (!from.has(period)) from.set(period, start);
    }
  }
}

/** Which period is asked for where: the shorter one wherever it reaches, so that no stretch has two sources. */
function windowsOf(now: number, { minuteDays, hourDays, dayDays }: Depth): Window[] {
  const today = openOf('1day', now);
  const minutes = openOf('60min', now) - minuteDays * DAY_MS;
  const hours = Math.min(today - hourDays * DAY_MS, openOf('1day', minutes));
  const days = Math.min(today - dayDays * DAY_MS, hours);
  const windows: Window[] = [
    { period: '1min', from: minutes, to: openOf('1min', now) },
    { period: '60min', from: hours, to: minutes },
    { period: '1day', from: days, to: hours },
  ];
  return windows;
}

/** Bars of the gap that are new, or that make a bar whole that is marked as an outage. */
function wanted(bars: VenueBar[], gap: Gap, stored: readonly StoredMark[]): { bar: VenueBar; revision: number }[] {
  const known = new Map(stored.map((mark) => [mark.openAt, mark]));
  const result: { bar: VenueBar; revision: number }[] = [];
  for (const bar of bars) {
    if (!bar.closed || bar.openAt < gap.from || bar.openAt >= gap.to) continue;
    const mark = known.get(bar.openAt);
    if (!mark || mark.outage) result.push({ bar, revision: (mark?.revision ?? 0) + 1 });
  }
  return result;
}

function closedView(
  bar: VenueBar,
  of: { symbol: string; origin: PriceOrigin; period: VenuePeriod; revision: number },
): CandleView {
  const text = { ...bar, trades: bar.trades ?? 0, filled: false, outage: false };
  const exact = barOf(text);
  return barView({ ...exact, filled: exact.volume === 0n }, { ...of, closed: true });
}

function alignUp(period: CandlePeriod, at: number): number {
  return openOf(period, at) === at ? at : nextOpen(period, at);
}
