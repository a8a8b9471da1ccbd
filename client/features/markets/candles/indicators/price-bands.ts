import { define, meanOf, numberAt, period, typicalPrice, valueOf } from './indicator';

/**
 * Bollinger bands: the mean of the last n closes, and as many standard deviations (of the population) above and below.
 * Source: StockCharts ChartSchool, "Bollinger Bands".
 */
export const bollingerBands = define<null>({
  key: 'boll',
  place: 'price',
  unit: 'price',
  settings: [period('period', 20, 2), { key: 'deviations', min: 0.1, max: 10, decimals: 2, initial: 2 }],
  lines: [
    { label: () => 'BOLL', shape: 'line' },
    { label: () => 'UB', shape: 'line' },
    { label: () => 'LB', shape: 'line' },
  ],
  start: () => null,
  step: (state, { columns, index }, settings) => {
    const length = valueOf(settings, 'period');
    const mean = meanOf(columns.close, index, length);
    if (mean === null) return { state, values: [null, null, null] };
    let squares = 0;
    for (let back = 0; back < length; back += 1) squares += (numberAt(columns.close, index - back) - mean) ** 2;
    const reach = valueOf(settings, 'deviations') * Math.sqrt(squares / length);
    return { state, values: [mean, mean + reach, mean - reach] };
  },
});

const DAY_MS = 86_400_000;

interface Session {
  day: number;
  volume: number;
  mean: number;
  /** Sum of volume × squared distance from the mean. */
  squares: number;
}

/**
 * The average price of the day (UTC) weighted with the volume: Σ(typical price × volume) / Σ volume, and as many weighted
 * standard deviations above and below. It begins anew with every day and has no figure before anything was traded,
 * nor on bars of a day and longer.
 * Source: StockCharts ChartSchool, "Volume-Weighted Average Price (VWAP)"; the running deviation is D. H. D. West,
 * "Updating Mean and Variance Estimates", CACM 22 (1979), which does not lose the small difference of large squares.
 */
export const volumeWeightedPrice = define<Session>({
  key: 'vwap',
  place: 'price',
  unit: 'price',
  settings: [{ key: 'deviations', min: 0.1, max: 10, decimals: 2, initial: 1 }],
  lines: [
    { label: () => 'VWAP', shape: 'line' },
    { label: () => 'VWAP+', shape: 'line' },
    { label: () => 'VWAP−', shape: 'line' },
  ],
  start: () => ({ day: Number.NaN, volume: 0, mean: 0, squares: 0 }),
  step: (before, at, settings) => {
    const { columns, index } = at;
    // A bar of a day or longer is a session by itself, whose average says nothing.
    if (!(columns.stepMs < DAY_MS)) return { state: before, values: [null, null, null] };
    const day = Math.floor(numberAt(columns.openAt, index) / DAY_MS);
    const state = weigh(
      before.day === day ? before : { day, volume: 0, mean: 0, squares: 0 },
      typicalPrice(at),
      numberAt(columns.volume, index),
    );
    if (state.volume === 0) return { state, values: [null, null, null] };
    const reach = valueOf(settings, 'deviations') * Math.sqrt(state.squares / state.volume);
    return { state, values: [state.mean, state.mean + reach, state.mean - reach] };
  },
});

function weigh(session: Session, price: number, volume: number): Session {
  if (volume <= 0) return session;
  const whole = session.volume + volume;
  const distance = price - session.mean;
  const mean = session.mean + (volume / whole) * distance;
  return { ...session, volume: whole, mean, squares: session.squares + volume * distance * (price - mean) };
}

interface Parabolic {
  isLong: boolean;
  /** Of the bar that comes. */
  stop: number;
  extreme: number;
  factor: number;
}

/**
 * Parabolic stop and reverse. The stop comes nearer by factor × (extreme − stop) with every bar; the factor grows by
 * `step` with every new extreme, up to `most`. A stop never stands inside the range of the two bars before; a bar that
 * touches it turns it round, from the extreme. The first bar has no stop; the way of the first trend is that of the
 * greater directional movement of the second bar, as TA-Lib has it, because the book begins with a known trend.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section II.
 */
export const parabolicStop = define<Parabolic | null>({
  key: 'sar',
  place: 'price',
  unit: 'price',
  settings: [
    { key: 'step', min: 0.001, max: 0.5, decimals: 3, initial: 0.02, below: 'most' },
    { key: 'most', min: 0.01, max: 1, decimals: 3, initial: 0.2 },
  ],
  lines: [{ label: () => 'SAR', shape: 'dots' }],
  start: () => null,
  step: (before, { columns, index }, settings) => {
    if (index === 0) return { state: null, values: [null] };
    const [step, most] = [valueOf(settings, 'step'), valueOf(settings, 'most')];
    const high = numberAt(columns.high, index);
    const low = numberAt(columns.low, index);
    const beforeHigh = numberAt(columns.high, index - 1);
    const beforeLow = numberAt(columns.low, index - 1);
    if (before !== null) return follow(before, { high, low, beforeHigh, beforeLow }, { step, most });
    const first = firstTrend({ high, low, beforeHigh, beforeLow }, Math.min(step, most));
    // The stop of the first bar is an extreme itself: the second bar's alone is kept out of.
    return follow(first, { high, low, beforeHigh: high, beforeLow: low }, { step, most });
  },
});

type Range = Record<'high' | 'low' | 'beforeHigh' | 'beforeLow', number>;

function firstTrend({ high, low, beforeHigh, beforeLow }: Range, factor: number): Parabolic {
  const isLong = !(beforeLow - low > high - beforeHigh && beforeLow - low > 0);
  return { isLong, stop: isLong ? beforeLow : beforeHigh, extreme: isLong ? high : low, factor };
}

function follow(trend: Parabolic, bar: Range, { step, most }: { step: number; most: number }) {
  const { isLong } = trend;
  const outside = (stop: number, long: boolean) =>
    long ? Math.min(stop, bar.beforeLow, bar.low) : Math.max(stop, bar.beforeHigh, bar.high);
  const next = (long: boolean, stop: number, extreme: number, factor: number): Parabolic => ({
    isLong: long,
    stop: outside(stop + factor * (extreme - stop), long),
    extreme,
    factor,
  });
  if (isLong ? bar.low <= trend.stop : bar.high >= trend.stop) {
    const stop = outside(trend.extreme, !isLong);
    return { state: next(!isLong, stop, isLong ? bar.low : bar.high, Math.min(step, most)), values: [stop] };
  }
  const extreme = isLong ? Math.max(trend.extreme, bar.high) : Math.min(trend.extreme, bar.low);
  const isNew = extreme !== trend.extreme;
  const factor = isNew ? Math.min(most, trend.factor + step) : trend.factor;
  return { state: next(isLong, trend.stop, extreme, factor), values: [trend.stop] };
}
