import type { Bar } from '../../../../ui/bar';
import { chartChange } from '../../../../ui/chart-change';
import type { Candle } from '../../../../ui/chart-data';

/**
 * Candles of averages, which are no prices. Close: (open + high + low + close) / 4; open: the middle of the body before,
 * of the first (open + close) / 2; high and low reach as far as the bar and the body do.
 * Source: StockCharts ChartSchool, "Heikin-Ashi".
 */
export function heikinAshi(bar: Bar, before: Candle | undefined): Candle {
  const [open, high, low, close] = [Number(bar.open), Number(bar.high), Number(bar.low), Number(bar.close)];
  const middle = (open + high + low + close) / 4;
  const start = before ? (before.open + before.close) / 2 : (open + close) / 2;
  return { open: start, high: Math.max(high, start, middle), low: Math.min(low, start, middle), close: middle };
}

/** The candles of a chart's bars. Of a bar that runs only the last candle is made anew. */
export class HeikinAshiCandles {
  private bars: readonly Bar[] = [];
  private candles: Candle[] = [];

  readonly of = (bars: readonly Bar[]): readonly Candle[] => {
    const change = chartChange(this.bars, bars);
    const from = change.kind === 'update' ? change.from : change.kind === 'reset' ? 0 : bars.length;
    this.candles.length = from;
    for (const [index, bar] of bars.entries())
      if (index >= from) this.candles[index] = heikinAshi(bar, this.candles[index - 1]);
    this.bars = bars;
    return this.candles;
  };
}
