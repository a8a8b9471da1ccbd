import {
  AreaSeries,
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesPrimitive,
} from 'lightweight-charts';
import type { ReactNode } from 'react';
import type { Language } from '../../server/contract/errors';
import { axisPrice } from './axis-price';
import type { Bar } from './bar';
import { barStep } from './bar-mark';
import { chartChange, isDrawnAnew } from './chart-change';
import { type Candle, ChartData, timeOf } from './chart-data';
import { type ChartColours, chartOptions, readColours } from './chart-options';
import { type DayDirection, dayDirection } from './day-direction';

/** Something that a page draws on the prices by itself. */
export type ChartLayer = ISeriesPrimitive;

export type PriceSeries = ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;

export interface ChartParts {
  chart: IChartApi;
  price: PriceSeries;
  volume: ISeriesApi<'Histogram'>;
  host: HTMLElement;
  colours: ChartColours;
}

/** What is drawn beside the bars by code that comes later than the chart: indicators, lines of the user. */
export interface ChartAddition {
  /** The chart is there, or has another series of prices. */
  attach: (parts: ChartParts) => void;
  /** The bars or how they are seen have changed. */
  show: (view: ChartView) => void;
  /** The series of prices goes, perhaps with the chart. */
  detach: () => void;
}

export interface ChartView {
  /** Names what is shown; a new name resets the view to the latest bars. */
  name: string;
  kind: 'candles' | 'area' | 'line';
  bars: readonly Bar[];
  priceDecimals: number;
  /** Seconds added to every instant, because the chart library knows only UTC. */
  zoneSeconds: number;
  timeVisible: boolean;
  language: Language;
  layer?: ChartLayer | null;
  /** Candles that are made of the bars, one for each. They are no prices. */
  candlesOf?: ((bars: readonly Bar[]) => readonly Candle[]) | undefined;
  addition?: ChartAddition | null;
  beside?: ChartBeside | null;
}

/** What stands on the chart beside the bars, and what of it is read out, for one of them. */
export interface ChartBeside {
  legend: (bar: Bar | null, view: ChartView) => ReactNode;
  sentence: (bar: Bar, view: ChartView) => string;
}

interface Listeners {
  /** The bar under the cursor, null when it has left. */
  onCursor: (bar: Bar | null) => void;
  /** The left end of the bars comes near. */
  onNearStart: () => void;
}

const BARS_AT_FIRST = { candles: 60, area: 240, line: 60 };
const ROOM_AT_THE_RIGHT = 3;
const NEAR_START_BARS = 30;

/** Draws bars with the chart library. What is drawn beside them is a layer of a page's, or an addition. */
export class ChartDrawing {
  private readonly chart: IChartApi;
  private readonly volume: ISeriesApi<'Histogram'>;
  /** Behind everything: the ground of bars that are marked, from top to bottom. */
  private readonly ground: ISeriesApi<'Histogram'>;
  private step: number | null = null;
  private price: PriceSeries | null = null;
  private view: ChartView | null = null;
  private layer: ChartLayer | null = null;
  private addition: ChartAddition | null = null;
  private cursorAt: number | null = null;
  private colours = readColours();
  /** What the line is coloured by; null of candles. */
  private direction: DayDirection | null = null;

  constructor(
    private readonly host: HTMLElement,
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
    const isOtherKind = before?.kind !== view.kind;
    if (isOtherKind) this.replacePriceSeries(view);
    if (fresh || isOtherKind || before.priceDecimals !== view.priceDecimals || before.language !== view.language)
      this.applyFormat(view);
    const isReset = before === null || isDrawnAnew(before, view);
    const change = isReset ? { kind: 'reset' as const } : chartChange(before.bars, view.bars);
    if (change.kind === 'reset') this.draw(0, view);
    else if (change.kind === 'update') this.draw(change.from, view);
    if (fresh) this.toLatest();
    this.showLayers(view.layer ?? null, view.addition ?? null);
    this.addition?.show(view);
  }

  /** Takes the colours of the document anew, after a change of appearance or of the direction colours. */
  recolour(): void {
    this.colours = readColours();
    this.chart.applyOptions(chartOptions(this.colours));
    if (!this.view) return;
    const { view } = this;
    this.replacePriceSeries(view);
    this.applyFormat(view);
    this.draw(0, view);
    this.showLayers(view.layer ?? null, view.addition ?? null);
    this.addition?.show(view);
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
    this.chart.setCrosshairPosition(Number(bar.close), timeOf(bar, view), price);
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
    this.showLayers(null, null);
    this.chart.remove();
  }

  private showLayers(layer: ChartLayer | null, addition: ChartAddition | null): void {
    const { price } = this;
    if (layer !== this.layer) {
      if (this.layer) price?.detachPrimitive(this.layer);
      if (layer) price?.attachPrimitive(layer);
      this.layer = layer;
    }
    if (addition === this.addition) return;
    this.addition?.detach();
    this.addition = addition;
    const { chart, volume, host, colours } = this;
    if (price) addition?.attach({ chart, price, volume, host, colours });
  }

  private replacePriceSeries(view: ChartView): void {
    // They go with the series, and are put on the new one.
    this.showLayers(null, null);
    if (this.price) this.chart.removeSeries(this.price);
    const { gain, loss } = this.colours;
    this.direction = null;
    this.price =
      view.kind === 'candles'
        ? this.chart.addSeries(CandlestickSeries, {
            // Up and down have one colour where it is the system's: what rose is hollow.
            upColor: gain === loss ? 'Canvas' : gain,
            downColor: loss,
            borderUpColor: gain,
            borderDownColor: loss,
            wickUpColor: gain,
            wickDownColor: loss,
            borderVisible: gain === loss,
          })
        : this.chart.addSeries(AreaSeries, { bottomColor: 'transparent', lineWidth: 2 });
    this.price.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
  }

  private applyFormat(view: ChartView): void {
    const minMove = 10 ** -view.priceDecimals;
    const formatter = (price: number) => axisPrice(price, view);
    this.price?.applyOptions({ priceFormat: { type: 'custom', formatter, minMove } });
    this.chart.applyOptions({
      localization: { locale: view.language },
      timeScale: { timeVisible: view.timeVisible },
    });
  }

  /** A line is in the colour of how the day went, as the figures beside the chart are. */
  private colourLine({ bars, kind }: ChartView): void {
    const direction = kind === 'candles' ? null : dayDirection(bars);
    if (direction === this.direction) return;
    this.direction = direction;
    if (direction === null) return;
    const { gain, gainSoft, loss, lossSoft, accent, accentSoft } = this.colours;
    const [lineColor, soft] = { gain: [gain, gainSoft], loss: [loss, lossSoft], even: [accent, accentSoft] }[direction];
    this.price?.applyOptions({ lineColor, topColor: kind === 'line' ? 'transparent' : soft });
  }

  private draw(from: number, view: ChartView): void {
    this.colourLine(view);
    if (from === 0) this.step = view.timeVisible ? barStep(view.bars) : null;
    const made = view.candlesOf?.(view.bars) ?? null;
    const data = new ChartData(view, this.colours, this.step, made);
    if (from === 0) return this.drawAll(view, data);
    for (const [index, bar] of view.bars.entries()) {
      if (index < from) continue;
      this.ground.update(data.ground(bar, index));
      this.price?.update(view.kind === 'candles' ? data.candle(bar, index) : data.point(bar));
      this.volume.update(data.column(bar));
    }
  }

  private drawAll({ bars, kind }: ChartView, data: ChartData): void {
    this.ground.setData(bars.map((bar, index) => data.ground(bar, index)));
    if (kind === 'candles') this.price?.setData(bars.map((bar, index) => data.candle(bar, index)));
    else this.price?.setData(bars.map((bar) => data.point(bar)));
    this.volume.setData(bars.map((bar) => data.column(bar)));
  }
}
