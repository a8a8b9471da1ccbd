import type { RefusalCode } from '../../../contract/errors.js';
import { CANDLE_PERIODS, type CandlePeriod } from '../../../contract/markets/markets.dto.js';
import type { CandlesRequest } from '../../../contract/markets/quotations.dto.js';
import { nextOpen, openOf } from '../candle-series/index.js';

const BARS_WITHOUT_FROM = 500;

/** The charting library's names of the periods beside our own. */
const PERIODS: ReadonlyMap<string, CandlePeriod> = new Map([
  ...CANDLE_PERIODS.map((period) => [period, period] as const),
  ['1', '1min'],
  ['5', '5min'],
  ['15', '15min'],
  ['30', '30min'],
  ['60', '60min'],
  ['1H', '60min'],
  ['D', '1day'],
  ['1D', '1day'],
  ['W', '1week'],
  ['1W', '1week'],
  ['M', '1mon'],
  ['1M', '1mon'],
]);

/** A request for bars that can be answered. Instants are Unix milliseconds, inclusive. */
export interface CandleQuery {
  period: CandlePeriod;
  from: number;
  to: number;
  limit: number;
}

export function periodOf(text: string): CandlePeriod | null {
  return PERIODS.get(text) ?? null;
}

/**
 * Reads a request for bars as of `now`: instants cut to those of the bars in the range, never in the future, at most
 * `barsMax` bars.
 * @returns the query, or the code of the refusal.
 */
export function candleQuery(request: CandlesRequest, now: number, barsMax: number): CandleQuery | RefusalCode {
  const period = periodOf(request.period);
  if (!period) return 'markets.unknown-period';
  const from = instant(request.from);
  const to = instant(request.to) ?? now;
  if (from !== null && from > to) return 'markets.invalid-range';
  const start = Math.max(0, from ?? 0);
  const wanted = request.limit ? Number(request.limit) : from === null ? BARS_WITHOUT_FROM : barsMax;
  return {
    period,
    from: openOf(period, start) === start ? start : nextOpen(period, start),
    to: openOf(period, Math.max(0, Math.min(to, now))),
    limit: Math.min(wanted, barsMax),
  };
}

function instant(seconds: string | undefined): number | null {
  return seconds ? Number(seconds) * 1000 : null;
}
