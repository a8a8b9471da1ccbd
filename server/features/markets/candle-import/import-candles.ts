import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Decimal } from 'decimal.js';
import type { CandlePeriod, CandleView } from '../../../contract/markets/markets.dto.js';
import { MarketCatalog, type MarketEntity } from '../market-board/index.js';
import { openSpans } from '../session-calendars/index.js';
import { type Bar, foldBars, FOLDED_FROM, nextOpen, openOf, barView } from '../candle-series/index.js';
import { type CandleFileKind, kindOf, namedMarkets } from './candle-files.rules.js';
import { ImportCandlesStore, type ImportCounts } from './import-candles.store.js';
import { barsOf, ImportProblem, readLines } from './read-candle-file.js';

export interface ImportRequest {
  file: string;
  /** `BTC/USDT` or `BTCUSDT`; null: by the file's name. */
  symbol: string | null;
  /** Leaves out rows whose figures contradict each other, instead of refusing the file. */
  skipBadRows: boolean;
  /** What one unit of the file's currency is worth in the market's, decimal text; null: the same currency. */
  rate: string | null;
}

export interface ImportReport extends ImportCounts {
  symbol: string;
  /** Length of the file's own bars; longer ones are folded from them. */
  period: CandlePeriod;
  bars: number;
  folded: number;
  /** Lines that were left out. */
  skipped: number[];
}

/**
 * Loads a CSV of bars into the history of a market, with all longer periods, beside the bars of other origins: readers
 * see imported bars before the first one that was fed. Repeating it changes nothing.
 */
@Injectable()
export class ImportCandles {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly store: ImportCandlesStore,
  ) {}

  /** @throws ImportProblem when the file is not one of ours, or has bad rows; nothing is written then. */
  async execute(request: ImportRequest): Promise<ImportReport> {
    const lines = await readLines(request.file);
    const columns = Object.keys(lines[0]?.row ?? {});
    const kind = kindOf(columns);
    if (!kind) throw new ImportProblem(`No bars can be read from these columns: ${columns.join(', ') || 'none'}.`);
    const market = this.marketOf(request);
    const rate = rateOf(kind, market, request.rate);
    const skipped: number[] = [];
    const { period, bars } = barsOf(kind, lines, rate, request.skipBadRows ? skipped : null);
    const folded = this.fold(market, period, bars);
    const views = [{ period, bars }, ...folded].flatMap((each) =>
      each.bars.map(
        (bar): CandleView =>
          barView(bar, { symbol: market.symbol, period: each.period, revision: 1, closed: true, origin: 'imported' }),
      ),
    );
    const counts = await this.store.write(market.id, views);
    return { symbol: market.symbol, period, bars: bars.length, folded: views.length - bars.length, skipped, ...counts };
  }

  private marketOf({ symbol, file }: ImportRequest): MarketEntity {
    const wanted = symbol?.toUpperCase().replace('/', '');
    const found = wanted
      ? this.catalog.all().filter((market) => market.symbol.replace('/', '') === wanted)
      : namedMarkets(basename(file), this.catalog.all());
    const [market, other] = found;
    if (!market)
      throw new ImportProblem(
        wanted ? `There is no market ${symbol}.` : `No market is named ${basename(file)}; say which with --symbol.`,
      );
    if (other)
      throw new ImportProblem(
        `The name ${basename(file)} fits ${found.map((each) => each.symbol).join(' and ')}; say which with --symbol.`,
      );
    return market;
  }

  /**
   * Every longer period. Bars at the edges that the file covers only in part are left out, unless the market was
   * closed in the part that is missing.
   */
  private fold(
    market: MarketEntity,
    base: CandlePeriod,
    bars: readonly Bar[],
  ): { period: CandlePeriod; bars: Bar[] }[] {
    const first = bars[0]?.openAt ?? 0;
    const end = nextOpen(base, bars.at(-1)?.openAt ?? 0);
    const calendar = this.catalog.calendar(market.calendar);
    const isWhole = (from: number, to: number) =>
      from <= to && (from === to || (calendar !== undefined && openSpans(calendar, from, to).length === 0));
    const levels = new Map<CandlePeriod, readonly Bar[]>([[base, bars]]);
    const folded: { period: CandlePeriod; bars: Bar[] }[] = [];
    for (const [period, part] of Object.entries(FOLDED_FROM) as [CandlePeriod, CandlePeriod][]) {
      const parts = levels.get(part);
      if (!parts || period === base) continue;
      const whole = foldAll(period, parts).filter(
        ({ openAt }) =>
          isWhole(Math.min(openAt, first), first) && isWhole(end, Math.max(end, nextOpen(period, openAt))),
      );
      levels.set(period, whole);
      folded.push({ period, bars: whole });
    }
    return folded;
  }
}

function foldAll(period: CandlePeriod, parts: readonly Bar[]): Bar[] {
  const groups = new Map<number, Bar[]>();
  for (const bar of parts) {
    const openAt = openOf(period, bar.openAt);
    const group = groups.get(openAt);
    if (group) group.push(bar);
    else groups.set(openAt, [bar]);
  }
  return [...groups].map(([openAt, group]) => foldBars(openAt, group));
}

function rateOf(kind: CandleFileKind, market: MarketEntity, rate: string | null): Decimal {
  if (rate === null && kind === 'futures' && market.quote.code !== 'CNY') {
    throw new ImportProblem(`The file is in yuan and ${market.symbol} is not: say with --rate what one yuan is worth.`);
  }
  const value = new Decimal(/^\d*\.?\d+$/.test(rate ?? '1') ? (rate ?? '1') : 0);
  if (!value.isPositive() || value.isZero()) throw new ImportProblem(`The rate ${rate} is not a positive number.`);
  return value;
}
