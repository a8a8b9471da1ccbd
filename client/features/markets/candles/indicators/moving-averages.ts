import {
  define,
  type Indicator,
  meanOf,
  numberAt,
  period,
  type SettingKey,
  type Settings,
  type Step,
  valueOf,
} from './indicator';

const THREE = ['first', 'second', 'third'] as const satisfies readonly SettingKey[];
const PERIODS = [period('first', 7), period('second', 25), period('third', 99)];

const labels = (name: string) =>
  THREE.map((key) => ({ label: (settings: Settings) => `${name}${valueOf(settings, key)}`, shape: 'line' as const }));

/**
 * Three simple moving averages of the closes, each the mean of the last n.
 * Source: StockCharts ChartSchool, "Moving Averages – Simple and Exponential".
 */
export const movingAverages = define<null>({
  key: 'ma',
  place: 'price',
  unit: 'price',
  settings: PERIODS,
  lines: labels('MA'),
  start: () => null,
  step: (state, { columns, index }, settings) => ({
    state,
    values: THREE.map((key) => meanOf(columns.close, index, valueOf(settings, key))),
  }),
});

/** An exponential average on its way: a sum until there are enough figures for the first one. */
export interface Exponential {
  count: number;
  sum: number;
  value: number | null;
}

export const NO_AVERAGE: Exponential = { count: 0, sum: 0, value: null };

/**
 * The next exponential average: value + weight × (figure − value), which begins with the mean of the first n figures.
 * Source: StockCharts ChartSchool, as above, where the weight is 2 / (n + 1); Wilder's is 1 / n.
 */
export function smooth(before: Exponential, figure: number, length: number, weight = 2 / (length + 1)): Exponential {
  if (before.value !== null) return { ...before, value: before.value + weight * (figure - before.value) };
  const count = before.count + 1;
  const sum = before.sum + figure;
  return { count, sum, value: count === length ? sum / length : null };
}

/** Three exponential moving averages of the closes. They depend on all bars before, so on where history begins. */
export const exponentialAverages: Indicator = define<readonly Exponential[]>({
  key: 'ema',
  place: 'price',
  unit: 'price',
  settings: PERIODS,
  lines: labels('EMA'),
  start: () => THREE.map(() => NO_AVERAGE),
  step: (state, { columns, index }, settings): Step<readonly Exponential[]> => {
    const next = THREE.map((key, at) =>
      smooth(state[at] ?? NO_AVERAGE, numberAt(columns.close, index), valueOf(settings, key)),
    );
    return { state: next, values: next.map(({ value }) => value) };
  },
});
