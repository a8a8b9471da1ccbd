import {
  AreaSeries,
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesPrimitive,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Language } from '../../server/contract/errors';
import { axisPrice } from './axis-price';
import type { Bar } from './bar';
import { barMark, barStep } from './bar-mark';
import { chartChange } from './chart-change';
import { chartOptions, readColours } from './chart-options';

/** Something that a page draws on the prices by itself. */
export type ChartLayer = ISeriesPrimitive;

export interface ChartView {
  /** Names what is shown; a new name resets the view to the latest bars. */
  name: string;
  kind: 'candles' | 'area';
  bars: readonly Bar[];
  priceDecimals: number;
  /** Seconds added to every instant, because the chart library knows only UTC. */
  zoneSeconds: number;
  timeVisible: boolean;
  language: Language;
  layer?: ChartLayer | null;
}

interface Listeners {
  /** The bar under the cursor, null when it has left. */
  onCursor: (bar: Bar | null) => void;
  /** The left end of the bars comes near. */
  onNearStart: () => void;
}

const BARS_AT_FIRST = { candles: 60, area: 240 };
const ROOM_AT_THE_RIGHT = 3;
const NEAR_START_BARS = 30;

/** Draws bars with the chart library; the only code that touches it. */
export class ChartDrawing {
  private readonly chart: IChartApi;
  private readonly volume: ISeriesApi<'Histogram'>;
  /** Behind everything: the ground of bars that are marked, from top to bottom. */
  private readonly ground: ISeriesApi<'Histogram'>;
  private step: number | null = null;
  private price: ISeriesApi<'Candlestick'> | ISeriesApi<'Area'> | null = null;
  private view: ChartView | null = null;
  private layer: ChartLayer | null = null;
  private cursorAt: number | null = null;
  private colours = readColours();

  constructor(
    host: HTMLElement,
    private readonly listeners: Listeners,
  ) {
    this.chart = createChart(host, chartOptions(this.colours));
    this.ground = this.chart.addSeries(HistogramSeries, {
      priceScaleId: 'ground',
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.ground.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } });
    this.volume = this.chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.volume.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.chart.subscribeCrosshairMove(({ logical, point }) => {
      const bar = logical === undefined || point === undefined ? undefined : this.view?.bars[logical];
      listeners.onCursor(bar ?? null);
    });
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR_START_BARS && this.view) listeners.onNearStart();
    });
  }

  show(view: ChartView): void {
    const before = this.view;
    this.view = view;
    const fresh = before?.name !== view.name;
    if (before?.kind !== view.kind) this.replacePriceSeries(view);
    if (fresh || before.priceDecimals !== view.priceDecimals || before.language !== view.language)
      this.applyFormat(view);
    const change = fresh ? { kind: 'reset' as const } : chartChange(before.bars, view.bars);
    if (change.kind === 'reset') this.drawAll(view);
    else if (change.kind === 'update') this.drawFrom(change.from, view);
    if (fresh) this.toLatest();
    this.showLayer(view.layer ?? null);
  }

  /** Takes the colours of the document anew, after a change of appearance or of the direction colours. */
  recolour(): void {
    this.colours = readColours();
    this.chart.applyOptions(chartOptions(this.colours));
    if (!this.view) return;
    this.replacePriceSeries(this.view);
    this.applyFormat(this.view);
    this.drawAll(this.view);
    this.showLayer(this.view.layer ?? null);
  }

  /** Moves the cursor by so many bars from where it is, or from the last one. */
  moveCursor(step: number): void {
    const { view, price } = this;
    if (!view || !price || view.bars.length === 0) return;
    const last = view.bars.length - 1;
    const at = Math.max(0, Math.min(last, (this.cursorAt ?? last + (step < 0 ? 1 : -1)) + step));
    const bar = view.bars[at];
    if (!bar) return;
    this.cursorAt = at;
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (range && (at < range.from || at > range.to)) {
      const width = range.to - range.from;
      this.chart.timeScale().setVisibleLogicalRange({ from: at - width / 2, to: at + width / 2 });
    }
    this.chart.setCrosshairPosition(Number(bar.close), this.timeOf(bar, view), price);
    this.listeners.onCursor(bar);
  }

  hideCursor(): void {
    this.cursorAt = null;
    this.chart.clearCrosshairPosition();
    this.listeners.onCursor(null);
  }

  /** Above 1 shows more bars, below 1 fewer, keeping the right end where it is. */
  zoom(factor: number): void {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (!range) return;
    const width = Math.max(10, Math.min(2000, (range.to - range.from) * factor));
    this.chart.timeScale().setVisibleLogicalRange({ from: range.to - width, to: range.to });
  }

  toLatest(): void {
    if (!this.view) return;
    const last = this.view.bars.length - 1;
    const shown = BARS_AT_FIRST[this.view.kind];
    this.chart.timeScale().setVisibleLogicalRange({ from: last - shown, to: last + ROOM_AT_THE_RIGHT });
  }

  destroy(): void {
    this.view = null;
    this.showLayer(null);
    this.chart.remove();
  }

  private showLayer(layer: ChartLayer | null): void {
    if (layer === this.layer) return;
    if (this.layer) this.price?.detachPrimitive(this.layer);
    if (layer) this.price?.attachPrimitive(layer);
    this.layer = layer;
  }

  private replacePriceSeries(view: ChartView): void {
    // It goes with the series, and is put on the new one.
    this.showLayer(null);
    if (this.price) this.chart.removeSeries(this.price);
    const { gain, loss, accent, accentSoft } = this.colours;
    this.price =
      view.kind === 'candles'
        ? this.chart.addSeries(CandlestickSeries, {
            upColor: gain,
            downColor: loss,
            wickUpColor: gain,
            wickDownColor: loss,
            borderVisible: false,
          })
        : this.chart.addSeries(AreaSeries, {
            lineColor: accent,
            topColor: accentSoft,
            bottomColor: 'transparent',
            lineWidth: 2,
          });
    this.price.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
  }

  private applyFormat(view: ChartView): void {
    const minMove = 10 ** -view.priceDecimals;
    this.price?.applyOptions({ priceFormat: { type: 'price', precision: view.priceDecimals, minMove } });
    const priceFormatter = (price: number) => axisPrice(price, view);
    this.chart.applyOptions({
      localization: { locale: view.language, priceFormatter },
      timeScale: { timeVisible: view.timeVisible },
    });
  }

  private drawAll(view: ChartView): void {
    this.step = view.timeVisible ? barStep(view.bars) : null;
    this.ground.setData(view.bars.map((bar, index) => this.groundOf(bar, view.bars[index - 1], view)));
    if (view.kind === 'candles') this.price?.setData(view.bars.map((bar) => this.candle(bar, view)));
    else this.price?.setData(view.bars.map((bar) => this.point(bar, view)));
    this.volume.setData(view.bars.map((bar) => this.column(bar, view)));
  }

  private drawFrom(from: number, view: ChartView): void {
    for (const [index, bar] of view.bars.entries()) {
      if (index < from) continue;
      this.ground.update(this.groundOf(bar, view.bars[index - 1], view));
      this.price?.update(view.kind === 'candles' ? this.candle(bar, view) : this.point(bar, view));
      this.volume.update(this.column(bar, view));
    }
  }

  private timeOf(bar: Bar, view: ChartView): UTCTimestamp {
    return (bar.openAt / 1000 + view.zoneSeconds) as UTCTimestamp;
  }

  private candle(bar: Bar, view: ChartView) {
    const { open, high, low, close } = bar;
    // What the source missed may have been higher or lower: no gain and no loss is claimed.
    const colour = this.colours.faint;
    return {
      ...(bar.outage === true ? { color: colour, wickColor: colour } : {}),
      time: this.timeOf(bar, view),
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
    };
  }

  private groundOf(bar: Bar, before: Bar | undefined, view: ChartView) {
    const mark = barMark(bar, before, this.step);
    const time = this.timeOf(bar, view);
    // Where all of the chart is imported, the ground would say nothing; the words above it do.
    if (mark === null || (mark === 'imported' && view.bars.at(-1)?.origin === 'imported')) return { time };
    const { warnGround, accentSoft, line } = this.colours;
    return { time, value: 1, color: { outage: warnGround, imported: accentSoft, pause: line }[mark] };
  }

  private point(bar: Bar, view: ChartView) {
    return { time: this.timeOf(bar, view), value: Number(bar.close) };
  }

  private column(bar: Bar, view: ChartView) {
    const rising = Number(bar.close) >= Number(bar.open);
    const color = rising ? this.colours.gainSoft : this.colours.lossSoft;
    return { time: this.timeOf(bar, view), value: Number(bar.volume), color };
  }
}
