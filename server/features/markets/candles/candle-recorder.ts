import { Injectable, Logger } from '@nestjs/common';
import { CANDLE_PERIODS, type CandlePeriod, type CandleView } from '../../../contract/markets/markets.dto.js';
import { isContentRefused } from '../../../platform/database/transaction.js';
import { inHalves } from '../../../platform/jobs/in-halves.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import {
  type Bar,
  barOf,
  foldBars,
  FOLDED_FROM,
  HOUR_MS,
  MINUTE_MS,
  nextOpen,
  openOf,
  previousOpen,
  barView,
} from '../candle-series/index.js';
import { CandlePartitionsStore } from './candle-partitions.store.js';
import { CandlesStore, type StoredBar } from './candles.store.js';
import { type LastClose, type SeriesMarket, StoredSeriesStore } from './stored-series.store.js';

/** Rows of one statement: long batches would hold the lease's row for too long. */
const BATCH_ROWS = 2000;
const MINUTES_RESTORED = 1441;
/** Middle periods are read back so far, so that a late correction of a minute finds the bars that hold it. */
const MIDDLE_RESTORED_MS = 6 * HOUR_MS;

/** Writes bars to Postgres in batches; repeating a batch changes nothing. */
@Injectable()
export class CandleRecorder {
  private readonly logger = new Logger('Candles');

  constructor(
    private readonly store: CandlesStore,
    private readonly partitions: CandlePartitionsStore,
    private readonly series: StoredSeriesStore,
    private readonly metrics: Metrics,
  ) {
    // A first one is an increase only where there was a nought before.
    for (const period of CANDLE_PERIODS) metrics.candlesRefused.inc({ period }, 0);
  }

  /**
   * Writes the bars under the fencing number of the feeding process. A number that is not the current one writes
   * nothing: a paused old leader cannot overwrite what its successor wrote. A bar that the table refuses is left out, and
   * keeps none of the others out.
   * @returns whether the number was current.
   */
  async write(token: string, bars: StoredBar[]): Promise<boolean> {
    if (bars.length === 0) return this.store.isCurrent(token);
    await this.partitions.ensure(minuteOpens(bars));
    for (let start = 0; start < bars.length; start += BATCH_ROWS) {
      const batch = bars.slice(start, start + BATCH_ROWS);
      if (!(await this.writeBatch(token, batch))) return false;
    }
    return true;
  }

  /** Writes a batch, but for what the table refuses of it. */
  private async writeBatch(token: string, batch: readonly StoredBar[]): Promise<boolean> {
    let isCurrent = true;
    const write = async (some: readonly StoredBar[]): Promise<number> => {
      isCurrent = isCurrent && (await this.store.write(token, some));
      if (!isCurrent) return 0;
      for (const { bar } of some) this.metrics.candlesWritten.inc({ period: bar.period });
      return some.length;
    };
    await inHalves(batch, write, (stored, error) => this.leaveOut(stored, error), isContentRefused);
    return isCurrent;
  }

  private leaveOut({ bar: { symbol, period, openAt } }: StoredBar, error: unknown): void {
    const reason = error instanceof Error ? error.message : 'unknown';
    this.logger.error(`A bar of ${symbol} (${period}, ${new Date(openAt).toISOString()}) is left out: ${reason}`);
    this.metrics.candlesRefused.inc({ period });
  }

  /**
   * What the series of the markets need after a start: the last 1,441 one-minute bars, the shorter bars that the
   * running and the previous longer ones consist of, and the running bar of every period, folded again from finer
   * closed bars. Only bars of the origin that the market is fed from now.
   * @returns by market id; a market of which nothing is stored is absent.
   */
  async restore(markets: readonly SeriesMarket[], now: number): Promise<Map<number, CandleView[]>> {
    const middle = now - MIDDLE_RESTORED_MS;
    const starts: [CandlePeriod, number][] = [
      ['1min', openOf('1min', now) - MINUTES_RESTORED * MINUTE_MS],
      ['5min', openOf('30min', middle)],
      ['15min', openOf('30min', middle)],
      ['30min', openOf('60min', middle)],
      ['60min', previousOpen('1day', now)],
      ['1day', Math.min(previousOpen('1week', now), previousOpen('1mon', now))],
      ['1week', previousOpen('1week', now)],
      ['1mon', previousOpen('1mon', now)],
    ];
    const stored = await this.series.read(markets, starts);
    const restored = new Map<number, CandleView[]>();
    for (const market of markets) {
      const known = stored.get(market.id);
      // In the order of the periods, each ascending.
      const ordered = new Map(starts.map(([period]) => [period, upTo(now, known?.get(period))]));
      if (known) restored.set(market.id, withRunningBars(ordered, market, now));
    }
    return restored;
  }

  /** The newest stored close of each market's own origin, and when its bar ended. A market without bars is absent. */
  lastCloses(markets: readonly SeriesMarket[], now: number): Promise<Map<number, LastClose>> {
    return this.series.lastCloses(markets, now);
  }
}

/** Without bars of the future, which a clock that was wrong may have left. */
function upTo(now: number, bars: CandleView[] = []): CandleView[] {
  const last = bars.at(-1);
  return !last || last.openAt <= now ? bars : bars.filter(({ openAt }) => openAt <= now);
}

function* minuteOpens(bars: StoredBar[]): Generator<number> {
  for (const { bar } of bars) if (bar.period === '1min') yield bar.openAt;
}

/**
 * Folds the bar of every longer period that holds `now` from the next shorter period, upwards, and puts it in place
 * of what was stored while it was running. The revision goes on from the stored one.
 */
function withRunningBars(
  known: Map<CandlePeriod, CandleView[]>,
  { symbol, origin }: SeriesMarket,
  now: number,
): CandleView[] {
  for (const [period, part] of Object.entries(FOLDED_FROM) as [CandlePeriod, CandlePeriod][]) {
    const openAt = openOf(period, now);
    const endAt = nextOpen(period, now);
    const parts: Bar[] = (known.get(part) ?? [])
      .filter((view) => view.openAt >= openAt && view.openAt < endAt)
      .map((view) => barOf(view));
    if (parts.length === 0) continue;
    const views = known.get(period) ?? [];
    const stored = views.find((view) => view.openAt === openAt);
    if (stored?.closed) continue;
    const bar = barView(foldBars(openAt, parts), {
      symbol,
      origin,
      period,
      revision: (stored?.revision ?? 0) + 1,
      closed: false,
    });
    known.set(period, [...views.filter((view) => view.openAt !== openAt), bar]);
  }
  return [...known.values()].flat();
}
