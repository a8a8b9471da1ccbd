import type { Bar } from '../../../ui/bar';
import { BarSeries, type BarSeriesState } from './bar-series';
import type { BarsQuery } from './candles.api';
import type { ChartPeriod } from './periods';

export interface Shown {
  /** The period of the bars, which lags behind the chosen one while its bars are on their way. */
  choice: ChartPeriod;
  state: BarSeriesState;
}

/** The bars of one market on the screen: those of the period before stay until those of the chosen one have come. */
export class ShownBars {
  private readonly listeners = new Set<() => void>();
  private series: BarSeries;
  private choice: ChartPeriod;
  private shown: Shown;
  private stop: () => void = () => undefined;

  constructor(
    private readonly symbol: string,
    choice: ChartPeriod,
    private readonly fetchBars: (query: BarsQuery) => Promise<Bar[]>,
  ) {
    this.choice = choice;
    this.series = new BarSeries(symbol, choice.period, fetchBars);
    this.shown = { choice, state: this.series.current() };
  }

  readonly current = (): Shown => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Starts to load the period, or only to draw it in another way when its bars are there already. */
  select(choice: ChartPeriod): void {
    const isSamePeriod = choice.period === this.choice.period;
    this.choice = choice;
    if (!isSamePeriod) this.load();
    this.show();
  }

  open(): void {
    this.load();
  }

  close(): void {
    this.stop();
    this.series.close();
  }

  reload(): Promise<void> {
    return this.series.reload();
  }

  loadOlder(): Promise<void> {
    return this.series.loadOlder();
  }

  applyLive(bars: readonly Bar[], choice: ChartPeriod): void {
    if (choice.period === this.choice.period) this.series.applyLive(bars);
  }

  private load(): void {
    this.close();
    this.series = new BarSeries(this.symbol, this.choice.period, this.fetchBars);
    this.stop = this.series.subscribe(() => this.show());
    void this.series.reload();
  }

  private show(): void {
    const state = this.series.current();
    const isReloading = state.phase === 'loading' && this.shown.state.bars.length > 0;
    if (isReloading || (this.shown.state === state && this.shown.choice === this.choice)) return;
    this.shown = { choice: this.choice, state };
    for (const listener of this.listeners) listener();
  }
}
