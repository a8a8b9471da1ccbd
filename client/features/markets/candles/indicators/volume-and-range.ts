import { type At, define, meanOf, numberAt, period, valueOf } from './indicator';
import { type Exponential, NO_AVERAGE, smooth } from './moving-averages';

/** The greatest of high − low, high − close before and close before − low; of the first bar high − low. */
function trueRange({ columns, index }: At): number {
  const high = numberAt(columns.high, index);
  const low = numberAt(columns.low, index);
  const before = index === 0 ? null : numberAt(columns.close, index - 1);
  return before === null ? high - low : Math.max(high, before) - Math.min(low, before);
}

/**
 * Average true range: Wilder's average of the true range, which begins with the mean of the first n.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section III.
 */
export const averageRange = define<Exponential>({
  key: 'atr',
  place: 'pane',
  unit: 'price',
  settings: [period('period', 14)],
  lines: [{ label: (settings) => `ATR${valueOf(settings, 'period')}`, shape: 'line' }],
  start: () => NO_AVERAGE,
  step: (before, at, settings) => {
    const length = valueOf(settings, 'period');
    const state = smooth(before, trueRange(at), length, 1 / length);
    return { state, values: [state.value] };
  },
});

/**
 * The volume of each bar with two simple averages of it.
 * Source: the volume chart of StockCharts ChartSchool, "Volume".
 */
export const volume = define<null>({
  key: 'vol',
  place: 'pane',
  unit: 'volume',
  settings: [period('first', 5), period('second', 10)],
  lines: [
    { label: () => 'VOL', shape: 'columns' },
    { label: (settings) => `MA${valueOf(settings, 'first')}`, shape: 'line' },
    { label: (settings) => `MA${valueOf(settings, 'second')}`, shape: 'line' },
  ],
  start: () => null,
  step: (state, { columns, index }, settings) => ({
    state,
    values: [
      numberAt(columns.volume, index),
      meanOf(columns.volume, index, valueOf(settings, 'first')),
      meanOf(columns.volume, index, valueOf(settings, 'second')),
    ],
  }),
});

interface Balance {
  value: number;
  average: Exponential;
}

/**
 * On balance volume: the volume is added when the close rises and taken away when it falls. It begins with zero at the
 * first bar that is held, so only its way says something; the second line is its exponential average.
 * Source: J. Granville (1963), as in StockCharts ChartSchool, "On Balance Volume (OBV)".
 */
export const balanceVolume = define<Balance>({
  key: 'obv',
  place: 'pane',
  unit: 'volume',
  settings: [period('signal', 30)],
  lines: [
    { label: () => 'OBV', shape: 'line' },
    { label: (settings) => `EMA${valueOf(settings, 'signal')}`, shape: 'line' },
  ],
  start: () => ({ value: 0, average: NO_AVERAGE }),
  step: (before, { columns, index }, settings) => {
    const way = index === 0 ? 0 : Math.sign(numberAt(columns.close, index) - numberAt(columns.close, index - 1));
    const value = before.value + way * numberAt(columns.volume, index);
    const average = smooth(before.average, value, valueOf(settings, 'signal'));
    return { state: { value, average }, values: [value, average.value] };
  },
});
