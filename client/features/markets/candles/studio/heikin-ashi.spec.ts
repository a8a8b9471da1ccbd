import type { Bar } from '../../../../ui/bar';
import { HeikinAshiCandles } from './heikin-ashi';

const bar = (openAt: number, open: number, high: number, low: number, close: number): Bar => ({
  openAt,
  open: String(open),
  high: String(high),
  low: String(low),
  close: String(close),
  volume: '1',
});

// StockCharts ChartSchool, "Heikin-Ashi": the first rows of the example, open, high, low, close.
const BARS = [
  bar(0, 58.67, 58.82, 57.03, 57.73),
  bar(1, 57.46, 57.72, 56.21, 56.27),
  bar(2, 56.37, 56.88, 55.35, 56.81),
];

const rounded = (candles: ReturnType<HeikinAshiCandles['of']>) =>
  candles.map(({ open, high, low, close }) => [open, high, low, close].map((figure) => Number(figure.toFixed(6))));

describe('heikin-ashi', () => {
  it('is the middle of the bar and of the body before', () => {
    // By hand: (58.67 + 58.82 + 57.03 + 57.73) / 4 = 58.0625, (58.67 + 57.73) / 2 = 58.20;
    // (58.20 + 58.0625) / 2, the mean of the second bar 56.915; (58.13125 + 56.915) / 2, 56.3525.
    expect(rounded(new HeikinAshiCandles().of(BARS))).toEqual([
      [58.2, 58.82, 57.03, 58.0625],
      [58.13125, 58.13125, 56.21, 56.915],
      [57.523125, 57.523125, 55.35, 56.3525],
    ]);
  });

  it('is the same by ticks, bar by bar and all at once', () => {
    const candles = new HeikinAshiCandles();
    candles.of([bar(0, 58.67, 59, 57.5, 58)]);
    candles.of(BARS.slice(0, 1));
    candles.of([...BARS.slice(0, 1), bar(1, 57.46, 57.46, 57.46, 57.46)]);
    candles.of(BARS.slice(0, 2));
    expect(candles.of(BARS)).toEqual(new HeikinAshiCandles().of(BARS));
    // The end of a bar in the middle came late: those that follow open at the middle of its new body.
    const [first = bar(0, 0, 0, 0, 0), , last = bar(2, 0, 0, 0, 0)] = BARS;
    const late = [first, bar(1, 57.46, 57.72, 56.21, 57.46), last];
    // (57.46 + 57.72 + 56.21 + 57.46) / 4 = 57.2125; (58.13125 + 57.2125) / 2 = 57.671875.
    expect(rounded(candles.of(late))[2]?.[0]).toBe(57.671875);
    expect(candles.of(BARS.slice(1))).toEqual(new HeikinAshiCandles().of(BARS.slice(1)));
  });
});
