import { type At, define, meanOf, numberAt, period, type Setting, typicalPrice, valueOf } from './indicator';
import { type Exponential, NO_AVERAGE, smooth } from './moving-averages';

interface Convergence {
  fast: Exponential;
  slow: Exponential;
  signal: Exponential;
}

/**
 * Moving average convergence divergence: DIF is the fast less the slow exponential average of the closes, DEA the
 * exponential average of DIF, the columns are DIF − DEA (some Chinese programs draw twice as much).
 * Source: G. Appel, as in StockCharts ChartSchool, "MACD Oscillator".
 */
export const convergence = define<Convergence>({
  key: 'macd',
  place: 'pane',
  unit: 'price',
  settings: [{ ...period('fast', 12), below: 'slow' }, period('slow', 26, 2), period('signal', 9)],
  lines: [
    { label: () => 'DIF', shape: 'line' },
    { label: () => 'DEA', shape: 'line' },
    { label: () => 'MACD', shape: 'columns' },
  ],
  start: () => ({ fast: NO_AVERAGE, slow: NO_AVERAGE, signal: NO_AVERAGE }),
  step: (before, { columns, index }, settings) => {
    const close = numberAt(columns.close, index);
    const fast = smooth(before.fast, close, valueOf(settings, 'fast'));
    const slow = smooth(before.slow, close, valueOf(settings, 'slow'));
    if (fast.value === null || slow.value === null)
      return { state: { ...before, fast, slow }, values: [null, null, null] };
    const distance = fast.value - slow.value;
    const signal = smooth(before.signal, distance, valueOf(settings, 'signal'));
    const columnsOf = signal.value === null ? null : distance - signal.value;
    return { state: { fast, slow, signal }, values: [distance, signal.value, columnsOf] };
  },
});

interface Strength {
  gains: Exponential;
  losses: Exponential;
}

const STRENGTHS = ['first', 'second', 'third'] as const;

/**
 * Relative strength index: 100 − 100 / (1 + average gain / average loss), both by Wilder's average, which begins with
 * the mean of the first n changes. Without any loss it is 100, without any change at all 50.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section VI.
 */
export const relativeStrength = define<readonly Strength[]>({
  key: 'rsi',
  place: 'pane',
  unit: 'points',
  settings: [period('first', 6), period('second', 14), period('third', 24)],
  lines: STRENGTHS.map((key) => ({ label: (settings) => `RSI${valueOf(settings, key)}`, shape: 'line' })),
  start: () => STRENGTHS.map(() => ({ gains: NO_AVERAGE, losses: NO_AVERAGE })),
  step: (before, { columns, index }, settings) => {
    if (index === 0) return { state: before, values: STRENGTHS.map(() => null) };
    const change = numberAt(columns.close, index) - numberAt(columns.close, index - 1);
    const state = STRENGTHS.map((key, at) => {
      const { gains = NO_AVERAGE, losses = NO_AVERAGE } = before[at] ?? {};
      const length = valueOf(settings, key);
      return {
        gains: smooth(gains, Math.max(0, change), length, 1 / length),
        losses: smooth(losses, Math.max(0, -change), length, 1 / length),
      };
    });
    return { state, values: state.map(({ gains, losses }) => strengthOf(gains.value, losses.value)) };
  },
});

function strengthOf(gain: number | null, loss: number | null): number | null {
  if (gain === null || loss === null) return null;
  return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
}

interface Stochastic {
  k: number;
  d: number;
}

const thirds = (key: 'k' | 'd'): Setting => ({ ...period(key, 3), max: 100 });

/**
 * KDJ: RSV = 100 × (close − lowest low) / (highest high − lowest low) of the last n bars, K = ((m − 1) × K before +
 * RSV) / m, D the same of K, J = 3K − 2D. K and D begin with 50, which is also the RSV of a range of nothing.
 * Source: G. Lane's stochastic oscillator (StockCharts ChartSchool), smoothed as Chinese programs do (KDJ 9, 3, 3).
 */
export const stochastic = define<Stochastic>({
  key: 'kdj',
  place: 'pane',
  unit: 'points',
  settings: [period('period', 9), thirds('k'), thirds('d')],
  lines: ['K', 'D', 'J'].map((name) => ({ label: () => name, shape: 'line' })),
  start: () => ({ k: 50, d: 50 }),
  step: (before, at, settings) => {
    const raw = rawStochastic(at, valueOf(settings, 'period'));
    if (raw === null) return { state: before, values: [null, null, null] };
    const k = before.k + (raw - before.k) / valueOf(settings, 'k');
    const d = before.d + (k - before.d) / valueOf(settings, 'd');
    return { state: { k, d }, values: [k, d, 3 * k - 2 * d] };
  },
});

/** Where the close stands in the range of the last bars, 0 to 100; null while there are fewer. */
export function rawStochastic({ columns, index }: At, length: number): number | null {
  if (index + 1 < length) return null;
  let highest = Number.NEGATIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  for (let back = 0; back < length; back += 1) {
    highest = Math.max(highest, numberAt(columns.high, index - back));
    lowest = Math.min(lowest, numberAt(columns.low, index - back));
  }
  return highest === lowest ? 50 : (100 * (numberAt(columns.close, index) - lowest)) / (highest - lowest);
}

const CHANNEL = 0.015;

/**
 * Commodity channel index: (typical price − its mean of n bars) / (0.015 × mean deviation). Without any deviation it is 0.
 * Source: D. Lambert (1980), as in StockCharts ChartSchool, "Commodity Channel Index (CCI)".
 */
export const channelIndex = define<null>({
  key: 'cci',
  place: 'pane',
  unit: 'points',
  settings: [period('period', 20, 2)],
  lines: [{ label: (settings) => `CCI${valueOf(settings, 'period')}`, shape: 'line' }],
  start: () => null,
  step: (state, { columns, index }, settings) => {
    const length = valueOf(settings, 'period');
    if (index + 1 < length) return { state, values: [null] };
    const prices = Array.from({ length }, (_, back) => typicalPrice({ columns, index: index - back }));
    const mean = meanOf(prices, length - 1, length) ?? 0;
    const deviation = prices.reduce((sum, price) => sum + Math.abs(price - mean), 0) / length;
    // Equal prices have a mean that may differ from them by a rounding.
    const isFlat = deviation <= Math.abs(mean) * Number.EPSILON * length;
    return { state, values: [isFlat ? 0 : ((prices[0] ?? 0) - mean) / (CHANNEL * deviation)] };
  },
});
