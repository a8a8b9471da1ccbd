import type { Bar } from '../../../../ui/bar';
import { type ChartChange, chartChange } from '../../../../ui/chart-change';
import { type Columns, emptyColumns, fill, type Indicator, type Settings, type Values } from './indicator';

/**
 * The figures of one indicator over the bars of a chart. The bar that runs, and one that comes after it, cost one step
 * each; everything is computed anew only when history was put in front or corrected.
 */
export class IndicatorRun {
  private bars: readonly Bar[] = [];
  private columns: Columns = emptyColumns();
  private found: Values[] = [];
  /** After the bar before the last one, and after the last one. */
  private before: unknown;
  private after: unknown;

  constructor(
    readonly indicator: Indicator,
    readonly settings: Settings,
  ) {
    this.before = this.after = indicator.start(settings);
  }

  /** One figure a line for each bar. */
  get values(): readonly Values[] {
    return this.found;
  }

  /** Takes the bars as they are now, and says from which on the figures are others. */
  show(bars: readonly Bar[]): ChartChange {
    const change = chartChange(this.bars, bars);
    this.bars = bars;
    if (change.kind === 'none') return change;
    if (change.kind === 'reset') return this.begin(bars);
    const { from } = change;
    const { stepMs } = this.columns;
    fill(this.columns, bars, from);
    // How long a bar is shows with the second one: what was said of the first without it may be wrong.
    if (this.columns.stepMs !== stepMs) return this.begin(bars);
    // The last bar again: from where it began.
    if (from < this.found.length) this.after = this.before;
    this.compute(from, bars.length);
    return change;
  }

  private begin(bars: readonly Bar[]): ChartChange {
    this.columns = emptyColumns();
    this.found = [];
    this.before = this.after = this.indicator.start(this.settings);
    fill(this.columns, bars, 0);
    this.compute(0, bars.length);
    return { kind: 'reset' };
  }

  private compute(from: number, length: number): void {
    for (let index = from; index < length; index += 1) {
      const step = this.indicator.step(this.after, { columns: this.columns, index }, this.settings);
      this.before = this.after;
      this.after = step.state;
      this.found[index] = step.values;
    }
  }
}
