import type { CandlePeriod } from '../../../../server/contract/markets/markets.dto';
import type { Words } from '../../../languages/common/en';

export interface ChartPeriod {
  key: string;
  /** The bars behind it; time-share is the closes of the one-minute bars. */
  period: CandlePeriod;
  word: keyof Words['chart'];
  kind: 'candles' | 'area';
  /** Shorter than a day: shown in the user's own zone. Days, weeks and months are UTC, as they are made. */
  intraday: boolean;
}

export const CHART_PERIODS = [
  { key: 'timeshare', period: '1min', word: 'timeshare', kind: 'area', intraday: true },
  { key: '1min', period: '1min', word: 'm1', kind: 'candles', intraday: true },
  { key: '5min', period: '5min', word: 'm5', kind: 'candles', intraday: true },
  { key: '15min', period: '15min', word: 'm15', kind: 'candles', intraday: true },
  { key: '30min', period: '30min', word: 'm30', kind: 'candles', intraday: true },
  { key: '60min', period: '60min', word: 'h1', kind: 'candles', intraday: true },
  { key: '1day', period: '1day', word: 'd1', kind: 'candles', intraday: false },
  { key: '1week', period: '1week', word: 'w1', kind: 'candles', intraday: false },
  { key: '1mon', period: '1mon', word: 'mon1', kind: 'candles', intraday: false },
] as const satisfies readonly ChartPeriod[];

export type ChartPeriodKey = (typeof CHART_PERIODS)[number]['key'];

export function chartPeriod(key: ChartPeriodKey): ChartPeriod {
  return CHART_PERIODS.find((period) => period.key === key) ?? CHART_PERIODS[0];
}

const MINUTE_MS = 60_000;
const LENGTH_MS: Record<Exclude<CandlePeriod, '1mon'>, number> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': 60 * MINUTE_MS,
  '1day': 1440 * MINUTE_MS,
  '1week': 7 * 1440 * MINUTE_MS,
};

/** Open time of the bar after the one that opens at `openAt`. */
export function nextOpenAt(openAt: number, period: CandlePeriod): number {
  if (period !== '1mon') return openAt + LENGTH_MS[period];
  const month = new Date(openAt);
  return Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1);
}
