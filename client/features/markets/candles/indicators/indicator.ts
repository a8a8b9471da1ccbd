import type { Bar } from '../../../../ui/bar';

/**
 * Indicators describe prices that have been; they are no money and decide nothing, so they are computed in numbers.
 * What anybody pays or gets is never computed with them.
 */
export interface Columns {
  /** Unix milliseconds. */
  openAt: number[];
  high: number[];
  low: number[];
  close: number[];
  open: number[];
  volume: number[];
  /** The least time from one bar to the next; a pause of the market is longer. */
  stepMs: number;
}

export const INDICATOR_KEYS = [
  'ma',
  'ema',
  'boll',
  'vwap',
  'sar',
  'vol',
  'macd',
  'rsi',
  'kdj',
  'cci',
  'atr',
  'obv',
] as const;
export type IndicatorKey = (typeof INDICATOR_KEYS)[number];

/** What a setting is, which is also the word for it. */
export type SettingKey =
  | 'period'
  | 'first'
  | 'second'
  | 'third'
  | 'deviations'
  | 'step'
  | 'most'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'k'
  | 'd';

export interface Setting {
  key: SettingKey;
  min: number;
  max: number;
  decimals: number;
  initial: number;
  /** The setting that this one stays below. */
  below?: SettingKey;
}

export type Settings = Readonly<Partial<Record<SettingKey, number>>>;

export interface IndicatorLine {
  /** Short, as the field writes it in every language: `MA7`, `DIF`. */
  label: (settings: Settings) => string;
  shape: 'line' | 'dots' | 'columns';
}

/** One figure a line; null while there is none yet. */
export type Values = readonly (number | null)[];

export interface Step<State> {
  state: State;
  values: Values;
}

export interface Indicator<State = unknown> {
  key: IndicatorKey;
  /** Over the prices, or in a pane of its own below them. */
  place: 'price' | 'pane';
  /** What its figures are: prices or differences of them, points of a scale of its own, or quantities. */
  unit: 'price' | 'points' | 'volume';
  settings: readonly Setting[];
  lines: readonly IndicatorLine[];
  start: (settings: Settings) => State;
  /**
   * The figures of the bar at `at`, from the state after the bar before it. It changes no state and reads at most as
   * many bars as the longest period, so that a bar that runs is computed anew at every tick without the others.
   */
  step: (state: State, at: At, settings: Settings) => Step<State>;
}

/** A bar among the others. */
export interface At {
  columns: Columns;
  index: number;
}

export function define<State>(indicator: Indicator<State>): Indicator {
  return indicator as unknown as Indicator;
}

export const PERIOD_MOST = 500;

export function period(key: SettingKey, initial: number, min = 1): Setting {
  return { key, min, max: PERIOD_MOST, decimals: 0, initial };
}

/** A setting that its indicator is known to have. */
export function valueOf(settings: Settings, key: SettingKey): number {
  return settings[key] ?? 0;
}

export function initialOf(indicator: Indicator): Settings {
  return Object.fromEntries(indicator.settings.map(({ key, initial }) => [key, initial]));
}

export function emptyColumns(): Columns {
  return { openAt: [], open: [], high: [], low: [], close: [], volume: [], stepMs: Number.POSITIVE_INFINITY };
}

/** Puts the bars from `from` on into the columns. */
export function fill(columns: Columns, bars: readonly Bar[], from: number): void {
  for (let index = from; index < bars.length; index += 1) {
    const bar = bars[index];
    if (!bar) continue;
    columns.openAt[index] = bar.openAt;
    if (index > 0) columns.stepMs = Math.min(columns.stepMs, bar.openAt - numberAt(columns.openAt, index - 1));
    columns.open[index] = Number(bar.open);
    columns.high[index] = Number(bar.high);
    columns.low[index] = Number(bar.low);
    columns.close[index] = Number(bar.close);
    columns.volume[index] = Number(bar.volume);
  }
}

export function numberAt(column: readonly number[], index: number): number {
  return column[index] ?? 0;
}

/** (high + low + close) / 3. */
export function typicalPrice({ columns, index }: At): number {
  return (numberAt(columns.high, index) + numberAt(columns.low, index) + numberAt(columns.close, index)) / 3;
}

/** The mean of the last `length` figures up to `index`; null while there are fewer. */
export function meanOf(column: readonly number[], index: number, length: number): number | null {
  if (index + 1 < length) return null;
  let sum = 0;
  for (let back = 0; back < length; back += 1) sum += numberAt(column, index - back);
  return sum / length;
}
