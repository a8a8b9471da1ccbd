import type { Bar } from '../../../../ui/bar';
import { IndicatorRun, initialOf, indicatorOf, type IndicatorKey, INDICATORS, type Settings } from '.';

interface Row {
  high?: number;
  low?: number;
  close: number;
  volume?: number;
  openAt?: number;
}

const MINUTE = 60_000;

/** Bars of one minute, all in one figure where only the close matters. */
function bars(rows: readonly Row[]): Bar[] {
  return rows.map(({ high, low, close, volume = 1, openAt }, index) => ({
    openAt: openAt ?? index * MINUTE,
    open: String(close),
    high: String(high ?? close),
    low: String(low ?? close),
    close: String(close),
    volume: String(volume),
  }));
}

const closes = (figures: readonly number[]) => bars(figures.map((close) => ({ close })));
const rows = (highs: readonly number[], lows: readonly number[], ends: readonly number[]) =>
  bars(highs.map((high, index) => ({ high, low: lows[index] ?? 0, close: ends[index] ?? 0 })));

/** The figures of one line, from the first one on, to so many decimals. */
function lineOf(key: IndicatorKey, shown: readonly Bar[], settings: Settings, line = 0, decimals = 2) {
  const indicator = indicatorOf(key);
  const run = new IndicatorRun(indicator, { ...initialOf(indicator), ...settings });
  run.show(shown);
  return run.values
    .map((values) => values[line] ?? null)
    .filter((value) => value !== null)
    .map((value) => Number(value.toFixed(decimals)));
}

// StockCharts ChartSchool, "Moving Averages – Simple and Exponential", the table of 10 days.
const AVERAGED = [
  22.2734, 22.194, 22.0847, 22.1741, 22.184, 22.1344, 22.2337, 22.4323, 22.2436, 22.2933, 22.1542, 22.3926, 22.3816,
  22.6109, 23.3558, 24.0519, 23.753, 23.8324, 23.9516, 23.6338, 23.8225, 23.8722, 23.6537, 23.187, 23.0976, 23.326,
  22.6805, 23.0976, 22.4025, 22.1725,
];

// StockCharts ChartSchool, "Bollinger Bands", the table of 20 days.
const BANDED = [
  86.1557, 89.0867, 88.7829, 90.3228, 89.0671, 91.1453, 89.4397, 89.175, 86.9302, 87.6752, 86.9596, 89.4299, 89.3221,
  88.7241, 87.4497, 87.2634, 89.4985, 87.9006, 89.126, 90.7043, 92.9001, 92.9784, 91.8021, 92.6647,
];

// StockCharts ChartSchool, "Relative Strength Index (RSI)", the table of 14 days.
const STRONG = [
  44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614,
  46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548,
  44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
];

// The worked example of MACD (12, 26, 9) that is in use for spreadsheets: closes of Apple from 19 February 2013 on.
const CONVERGED = [
  459.99, 448.85, 446.06, 450.81, 442.8, 448.97, 444.57, 441.4, 430.47, 420.05, 431.14, 425.66, 430.58, 431.72, 437.87,
  428.43, 428.35, 432.5, 443.66, 455.72, 454.49, 452.08, 452.73, 461.91, 463.58, 461.14, 452.08, 442.66, 428.91, 429.79,
  431.99, 427.72, 423.2, 426.21, 426.98,
];

// StockCharts ChartSchool, "Average True Range (ATR)", the table of 14 days: high, low, close.
const RANGED = rows(
  [
    48.7, 48.72, 48.9, 48.87, 48.82, 49.05, 49.2, 49.35, 49.92, 50.19, 50.12, 49.66, 49.88, 50.19, 50.36, 50.57, 50.65,
    50.43, 49.63, 50.33, 50.29, 50.17, 49.32, 48.5, 48.3201, 46.8, 47.8, 48.39, 48.66, 48.79,
  ],
  [
    47.79, 48.14, 48.39, 48.37, 48.24, 48.635, 48.94, 48.86, 49.5, 49.87, 49.2, 48.9, 49.43, 49.725, 49.26, 50.09, 50.3,
    49.21, 48.98, 49.61, 49.2, 49.43, 48.08, 47.64, 41.55, 44.2833, 47.31, 47.2, 47.9, 47.7301,
  ],
  [
    48.16, 48.61, 48.75, 48.63, 48.74, 49.03, 49.07, 49.32, 49.91, 50.13, 49.53, 49.5, 49.75, 50.03, 50.31, 50.52,
    50.41, 49.34, 49.37, 50.23, 49.2375, 49.93, 48.43, 48.18, 46.57, 45.41, 47.77, 47.72, 48.62, 47.85,
  ],
);

// J. W. Wilder, New Concepts in Technical Trading Systems, the table of the parabolic system.
const PARABOLIC = rows(
  [
    51.12, 52.35, 52.1, 51.8, 52.1, 52.5, 52.8, 52.5, 53.5, 53.5, 53.8, 54.2, 53.4, 53.5, 54.4, 55.2, 55.7, 57, 57.5,
    58, 57.7, 58, 57.5, 57, 56.7, 57.5, 56.7, 56, 56.2, 54.8, 55.5, 54.7, 54, 52.5, 51, 51.5, 51.7, 53,
  ],
  [
    50, 51.5, 51, 50.5, 51.25, 51.7, 51.85, 51.5, 52.3, 52.5, 53, 53.5, 52.5, 52.1, 53, 54, 55, 56, 56.5, 57, 56.5,
    57.3, 56.7, 56.3, 56.2, 56, 55.5, 55, 54.9, 54, 54.5, 53.8, 53, 51.5, 50, 50.5, 50.2, 51.5,
  ],
  [],
);

// StockCharts ChartSchool, "Stochastic Oscillator", the table of 14 days: high, low, and the closes from the 14th on.
const STOCHASTIC = rows(
  [
    127.009, 127.6159, 126.5911, 127.3472, 128.173, 128.4317, 127.3671, 126.422, 126.8995, 126.8498, 125.646, 125.7156,
    127.1582, 127.7154, 127.6855, 128.2228, 128.2725, 128.0934,
  ],
  [
    125.3574, 126.1633, 124.9296, 126.0937, 126.8199, 126.4817, 126.034, 124.8301, 126.3921, 125.7156, 124.5615,
    124.5715, 125.0689, 126.8597, 126.6309, 126.8001, 126.7105, 126.8001,
  ],
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 127.2876, 127.1781, 128.0138, 127.1085, 127.7253],
);

// StockCharts ChartSchool, "Commodity Channel Index (CCI)": typical prices of the table of 20 days; with exact arithmetic.
const TYPICAL = [
  23.98, 23.92, 23.79, 23.67, 23.54, 23.36, 23.65, 23.72, 24.16, 23.91, 23.81, 23.92, 23.74, 24.68, 24.94, 24.93, 25.1,
  25.12, 25.2, 25.06, 24.5, 24.31, 24.57, 24.62, 24.49, 24.37, 24.41, 24.35, 23.75, 24.09,
];

describe('the figures of the published examples', () => {
  it('MA', () => {
    expect(lineOf('ma', closes(AVERAGED), { first: 10 })).toEqual([
      22.22, 22.21, 22.23, 22.26, 22.31, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21, 23.38, 23.53, 23.65, 23.71, 23.69,
      23.61, 23.51, 23.43, 23.28, 23.13,
    ]);
  });

  it('EMA', () => {
    expect(lineOf('ema', closes(AVERAGED), { first: 10 })).toEqual([
      22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.54, 23.47, 23.4,
      23.39, 23.26, 23.23, 23.08, 22.92,
    ]);
  });

  it('BOLL', () => {
    const shown = closes(BANDED);
    expect(lineOf('boll', shown, {}, 0)).toEqual([88.71, 89.05, 89.24, 89.39, 89.51]);
    expect(lineOf('boll', shown, {}, 1)).toEqual([91.29, 91.95, 92.61, 92.93, 93.31]);
    expect(lineOf('boll', shown, {}, 2)).toEqual([86.12, 86.14, 85.87, 85.85, 85.7]);
  });

  it('SAR, where the book has rounded to cents', () => {
    const found = lineOf('sar', PARABOLIC, {}, 0, 3);
    expect(found).toHaveLength(37);
    expect([found[0], found[1], found[4]]).toEqual([50, 50.047, 50.182]);
    expect([found[35], found[36]].map((stop) => stop?.toFixed(2))).toEqual(['52.93', '50.00']);
  });

  it('MACD', () => {
    const shown = closes(CONVERGED);
    expect(lineOf('macd', shown, {}, 0, 4)).toEqual([
      8.2753, 7.7034, 6.4161, 4.2375, 2.5526, 1.3789, 0.103, -1.2584, -2.0706, -2.6218,
    ]);
    expect(lineOf('macd', shown, {}, 1, 4)).toEqual([3.0375, 1.9057]);
    expect(lineOf('macd', shown, {}, 2, 4)).toEqual([-5.1081, -4.5275]);
  });

  it('RSI', () => {
    expect(lineOf('rsi', closes(STRONG), {}, 1)).toEqual([
      70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87, 45.46,
      37.3, 33.08, 37.77,
    ]);
  });

  it('KDJ, whose raw line is the stochastic oscillator', () => {
    // With a smoothing of one, K is the raw line.
    expect(lineOf('kdj', STOCHASTIC, { period: 14, k: 1 })).toEqual([70.44, 67.61, 89.2, 65.81, 81.75]);
  });

  it('CCI', () => {
    expect(lineOf('cci', closes(TYPICAL), {}, 0, 4)).toEqual([
      101.9185, 31.1946, 6.5578, 33.6078, 34.9686, 13.6027, -10.6789, -11.471, -29.2567, -128.6, -72.7273,
    ]);
  });

  it('ATR', () => {
    expect(lineOf('atr', RANGED, {})).toEqual([
      0.56, 0.59, 0.59, 0.57, 0.62, 0.62, 0.64, 0.67, 0.69, 0.78, 0.78, 1.21, 1.3, 1.38, 1.37, 1.34, 1.32,
    ]);
  });
});

describe('the figures by hand', () => {
  it('KDJ: K and D begin with 50 and come nearer by a third', () => {
    const shown = rows([10, 12, 14], [8, 9, 10], [9, 12, 11]);
    // RSV of two bars: (12 − 8) / (12 − 8) = 100; (11 − 9) / (14 − 9) = 40.
    // K: 50 + 50 / 3 = 66.67, 66.67 − 26.67 / 3 = 57.78; D: 55.56, 56.30; J = 3K − 2D: 88.89, 60.74.
    expect([0, 1, 2].map((line) => lineOf('kdj', shown, { period: 2 }, line))).toEqual([
      [66.67, 57.78],
      [55.56, 56.3],
      [88.89, 60.74],
    ]);
  });

  it('VWAP: Σ price × volume / Σ volume, anew each day, with the weighted deviation', () => {
    const day = 86_400_000;
    const shown = bars([
      { high: 11, low: 9, close: 10, volume: 1, openAt: day - 2 * MINUTE },
      { high: 21, low: 19, close: 20, volume: 3, openAt: day - MINUTE },
      { high: 30, low: 30, close: 30, volume: 0, openAt: day },
      { high: 32, low: 31, close: 33, volume: 5, openAt: day + MINUTE },
    ]);
    // (10 + 60) / 4 = 17.5; variance (1 × 7.5² + 3 × 2.5²) / 4 = 18.75. Nothing was traded in the third bar.
    expect(lineOf('vwap', shown, {}, 0)).toEqual([10, 17.5, 32]);
    expect(lineOf('vwap', shown, {}, 1)).toEqual([10, 21.83, 32]);
    expect(lineOf('vwap', shown, { deviations: 2 }, 2)).toEqual([10, 8.84, 32]);
  });

  it('VWAP: none on bars of a day, and the pause of a market makes no such bars', () => {
    const day = 86_400_000;
    expect(lineOf('vwap', bars([0, 1, 2].map((at) => ({ close: 5, openAt: at * day }))), {})).toEqual([]);
    const pause = [0, MINUTE, 3 * day, 3 * day + MINUTE].map((openAt) => ({ close: 5, openAt }));
    expect(lineOf('vwap', bars(pause), {})).toEqual([5, 5, 5, 5]);
  });

  it('VOL and OBV', () => {
    const shown = bars([
      { close: 10, volume: 100 },
      { close: 11, volume: 200 },
      { close: 11, volume: 50 },
      { close: 9, volume: 400 },
    ]);
    expect(lineOf('vol', shown, { first: 2, second: 3 }, 0)).toEqual([100, 200, 50, 400]);
    expect(lineOf('vol', shown, { first: 2, second: 3 }, 1)).toEqual([150, 125, 225]);
    expect(lineOf('vol', shown, { first: 2, second: 3 }, 2)).toEqual([116.67, 216.67]);
    expect(lineOf('obv', shown, { signal: 2 }, 0)).toEqual([0, 200, 200, -200]);
    // The mean of the first two is 100; then by 2 / 3 of the way.
    expect(lineOf('obv', shown, { signal: 2 }, 1)).toEqual([100, 166.67, -77.78]);
  });

  it('prices that stand still have no strength, no channel and bands of no width', () => {
    const still = closes(Array.from({ length: 30 }, () => 0.1 + 0.2));
    expect(new Set(lineOf('rsi', still, {}))).toEqual(new Set([50]));
    expect(new Set(lineOf('cci', still, {}))).toEqual(new Set([0]));
    expect(new Set(lineOf('kdj', still, {}))).toEqual(new Set([50]));
    expect(lineOf('boll', still, {}, 1, 10)).toEqual(lineOf('boll', still, {}, 2, 10));
    expect(new Set(lineOf('rsi', closes([1, 2, 3, 4, 5, 6, 7, 8]), { first: 3 }, 0))).toEqual(new Set([100]));
  });

  it('SAR: a first trend that falls begins at the high before it', () => {
    // Down by 2 and not up: short from 11, with the extreme 8; the next stop is 11 − 0.02 × 3.
    expect(lineOf('sar', rows([11, 10.5, 10], [10, 8, 9], []), {}, 0, 4)).toEqual([11, 10.94]);
  });
});

it('every indicator has as many figures as lines, and none without its first', () => {
  expect(INDICATORS.map(({ key }) => key)).toHaveLength(12);
  for (const indicator of INDICATORS) {
    const run = new IndicatorRun(indicator, initialOf(indicator));
    run.show(RANGED);
    expect(run.values).toHaveLength(RANGED.length);
    for (const values of run.values) {
      expect(values).toHaveLength(indicator.lines.length);
      for (const value of values) expect(value === null || Number.isFinite(value)).toBe(true);
    }
  }
});
