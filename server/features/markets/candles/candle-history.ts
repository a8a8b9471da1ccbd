import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CandlePeriod, CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketBoard, MarketBus, MarketCatalog } from '../market-board/index.js';
import { CandlesStore } from './candles.store.js';
import { RecentBars } from './recent-bars.js';

export interface CandleRange {
  symbol: string;
  period: CandlePeriod;
  /** Inclusive, Unix milliseconds. */
  from: number;
  /** Inclusive, Unix milliseconds. */
  to: number;
  /** At most this many bars, the newest of the range. */
  limit: number;
}

/** Most bars of one answer. */
export const CANDLES_MAX = 2000;

/** Series kept in memory; the one that was not asked for longest goes first. */
const SERIES_MAX = 96;
/** Closed bars remembered of every series, whether or not anybody reads it: they may not be in Postgres yet. */
const JUST_CLOSED = 5;
/** Serialised answers kept for each format. */
const ANSWERS_MAX = 256;

interface Answer {
  /** What the answer was made from. */
  source: string;
  json: string;
}

interface Format {
  rows: WeakMap<CandleView, string>;
  answers: Map<string, Answer>;
}

/**
 * Reads bars: recent ones from memory, older ones from Postgres, the running one from the board. All of them of the
 * origin that the market is fed from now, before whose first bar imported ones may stand; bars of any other origin
 * are as if they were not there, and what memory had of them is dropped when the origin changes.
 */
@Injectable()
export class CandleHistory implements OnModuleInit {
  private readonly series = new Map<string, RecentBars>();
  private readonly loading = new Map<string, Promise<RecentBars>>();
  private readonly justClosed = new Map<string, CandleView[]>();
  private readonly formats = new WeakMap<(bar: CandleView) => string, Format>();

  constructor(
    private readonly store: CandlesStore,
    private readonly board: MarketBoard,
    private readonly bus: MarketBus,
    private readonly catalog: MarketCatalog,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.bus.onUpdate(({ candles }) => this.takeAll(candles));
  }

  /** Bars of the range, ascending; empty when there are none. The limit is cut to {@link CANDLES_MAX}. */
  async range(range: CandleRange): Promise<CandleView[]> {
    const { symbol, period, from, to } = range;
    const limit = Math.min(range.limit, CANDLES_MAX);
    const market = this.catalog.bySymbol(symbol);
    if (!market || limit < 1 || from > to) return [];
    const recent = await this.recent(symbol, period);
    const closed =
      recent.range(from, to, limit) ??
      (await this.store.closedBars(symbol, { marketId: market.id, period, origin: recent.origin, from, to }, limit));
    return this.withRunning(closed, recent.origin, range).slice(-limit);
  }

  /**
   * The bars of the range as the JSON text of an array, each written by `row`. Rows of closed bars, and whole answers
   * for as long as nothing in the series changed, are kept; so `row` must be one and the same function every time
   * and depend on nothing but the bar.
   */
  async rangeJson(range: CandleRange, row: (bar: CandleView) => string): Promise<string> {
    const format = this.format(row);
    const { symbol, period, from, to, limit } = range;
    if (!this.catalog.bySymbol(symbol)) return '[]';
    const key = `${symbol}|${period}|${from}|${to}|${limit}`;
    const recent = await this.recent(symbol, period);
    const source = `${recent.origin}:${recent.loadedAt}:${recent.version}:${this.runningMark(symbol, period)}`;
    const known = format.answers.get(key);
    if (known?.source === source) return known.json;
    const bars = await this.range(range);
    const json = `[${bars.map((bar) => rowText(format, bar, row)).join(',')}]`;
    format.answers.delete(key);
    format.answers.set(key, { source, json });
    if (format.answers.size > ANSWERS_MAX) format.answers.delete(format.answers.keys().next().value as string);
    return json;
  }

  /** Adds what the board knows and Postgres does not yet: the running bar, and one that has just closed. */
  private withRunning(closed: CandleView[], origin: PriceOrigin, range: CandleRange): CandleView[] {
    const { symbol, period, from, to } = range;
    const bars = [...closed];
    for (const bar of this.board.candles(symbol, period)) {
      if (bar.origin !== origin || bar.openAt > to) continue;
      while (bars.length > 0 && isSuperseded(bars.at(-1), bar)) bars.pop();
      if (bar.openAt < from) continue;
      const last = bars.at(-1);
      if (!last || bar.openAt > last.openAt) bars.push(bar);
      else if (bar.openAt === last.openAt && bar.closed && bar.revision > last.revision) bars[bars.length - 1] = bar;
    }
    return bars;
  }

  private async recent(symbol: string, period: CandlePeriod): Promise<RecentBars> {
    const origin = this.origin(symbol);
    const key = `${symbol}:${period}`;
    const cached = this.series.get(key);
    if (cached && cached.origin !== origin) this.series.delete(key);
    const known = cached?.origin === origin ? cached : undefined;
    if (known && !known.isDue(this.clock.now())) {
      this.series.delete(key);
      this.series.set(key, known);
      return known;
    }
    // Many readers of a series that is not in memory cause one query.
    const reading = `${key}:${origin}`;
    const running = this.loading.get(reading) ?? this.load(symbol, period, origin, known ?? null);
    this.loading.set(reading, running);
    // While Postgres cannot be reached the known bars, kept fresh from the bus, are better than none.
    return known ? running.catch(() => known) : running;
  }

  /** Where the market's prices come from now: as it is fed, or else as it was fed last. */
  private origin(symbol: string): PriceOrigin {
    return this.board.tickerEntry(symbol)?.value.origin ?? 'live';
  }

  private async load(
    symbol: string,
    period: CandlePeriod,
    origin: PriceOrigin,
    before: RecentBars | null,
  ): Promise<RecentBars> {
    const key = `${symbol}:${period}`;
    try {
      const loadedAt = this.clock.now();
      const marketId = this.catalog.bySymbol(symbol)?.id ?? 0;
      const range = { marketId, period, origin, from: 0, to: loadedAt };
      const bars = await this.store.closedBars(symbol, range, RecentBars.size);
      const recent = RecentBars.loaded(bars, { loadedAt, origin, before });
      for (const bar of this.justClosed.get(key) ?? []) recent.take(bar);
      this.series.set(key, recent);
      if (this.series.size > SERIES_MAX) this.series.delete(this.series.keys().next().value as string);
      return recent;
    } finally {
      this.loading.delete(`${key}:${origin}`);
    }
  }

  private takeAll(bars: readonly CandleView[]): void {
    for (const bar of bars) {
      if (!bar.closed) continue;
      const key = `${bar.symbol}:${bar.period}`;
      const others = (this.justClosed.get(key) ?? []).filter(
        (known) => known.openAt !== bar.openAt && known.origin === bar.origin,
      );
      this.justClosed.set(key, [...others, bar].slice(-JUST_CLOSED));
      this.series.get(key)?.take(bar);
    }
  }

  private runningMark(symbol: string, period: CandlePeriod): string {
    const entry = this.board.candleEntries(symbol, period).at(-1);
    return `${this.board.epoch}:${entry?.s ?? 0}`;
  }

  private format(row: (bar: CandleView) => string): Format {
    const known = this.formats.get(row);
    if (known) return known;
    const format: Format = { rows: new WeakMap(), answers: new Map() };
    this.formats.set(row, format);
    return format;
  }
}

/** Whether an imported bar stands where, or after where, the market's own bars begin. */
function isSuperseded(known: CandleView | undefined, own: CandleView): boolean {
  return known !== undefined && known.origin !== own.origin && known.openAt >= own.openAt;
}

function rowText(format: Format, bar: CandleView, row: (bar: CandleView) => string): string {
  const known = format.rows.get(bar);
  if (known !== undefined) return known;
  const text = row(bar);
  format.rows.set(bar, text);
  return text;
}
