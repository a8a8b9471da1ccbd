import { AreaSeries, HistogramSeries, type ISeriesApi } from 'lightweight-charts';
import { formatCompact, formatDecimal } from '../../../../platform/format';
import { axisPrice } from '../../../../ui/axis-price';
import { timeOf } from '../../../../ui/chart-data';
import type { ChartParts, ChartView } from '../../../../ui/chart-drawing';
import { type Indicator, IndicatorRun, type Settings } from '../indicators';

const LINES = 6;
const POINTS_DECIMALS = 2;
/** Decimals of a quantity before it is said in few characters. */
const QUANTITY_DECIMALS = 8;
const UP = 'var(--gain)';
const DOWN = 'var(--loss)';

/** The token of a line's colour, by its place among the lines that are drawn together. */
export function lineToken(place: number): string {
  return `--line-${(place % LINES) + 1}`;
}

/** A figure of an indicator as the language writes it. */
export function figureText(value: number, { unit }: Indicator, view: ChartView): string {
  if (unit === 'price') return axisPrice(value, view);
  if (unit === 'points') return formatDecimal(value.toFixed(POINTS_DECIMALS), view.language);
  return formatCompact(value.toFixed(QUANTITY_DECIMALS).replace(/\.?0+$/, ''), view.language);
}

type LineSeries = ISeriesApi<'Area'> | ISeriesApi<'Histogram'>;

/** One indicator on the chart: a series a line. */
export class IndicatorDrawing {
  readonly run: IndicatorRun;
  private series: LineSeries[] = [];
  private parts: ChartParts | null = null;
  /** What the figures on the chart were made for; null while there are none. */
  private zoneSeconds: number | null = null;

  constructor(
    readonly indicator: Indicator,
    settings: Settings,
    /** Place of its first line among the lines of its pane. */
    readonly firstColour: number,
  ) {
    this.run = new IndicatorRun(indicator, settings);
  }

  /** Puts its series into the pane; the chart makes the pane. */
  place(parts: ChartParts, pane: number, view: ChartView): void {
    this.parts = parts;
    this.zoneSeconds = null;
    const formatter = (value: number) => figureText(value, this.indicator, view);
    const common = {
      priceFormat: {
        type: 'custom' as const,
        formatter,
        minMove: this.indicator.unit === 'price' ? minMoveOf(view) : 0.01,
      },
      lastValueVisible: false,
      priceLineVisible: false,
    };
    this.series = this.indicator.lines.map(({ shape }, line) => {
      if (shape === 'columns') return parts.chart.addSeries(HistogramSeries, { ...common, base: 0 }, pane);
      // An area without a ground is a line, and the chart's code knows areas already.
      const colour = colourOf(lineToken(this.firstColour + line));
      const options = {
        ...common,
        topColor: 'transparent',
        bottomColor: 'transparent',
        lineColor: colour,
        lineWidth: 1 as const,
        lineVisible: shape === 'line',
        pointMarkersVisible: shape === 'dots',
        pointMarkersRadius: 1.5,
        crosshairMarkerVisible: false,
      };
      return parts.chart.addSeries(AreaSeries, options, pane);
    });
    if (pane > 0) this.series[0]?.priceScale().applyOptions({ scaleMargins: { top: 0.24, bottom: 0.06 } });
  }

  show(view: ChartView): void {
    const change = this.run.show(view.bars);
    if (this.zoneSeconds !== view.zoneSeconds || change.kind === 'reset') this.drawAll(view);
    else if (change.kind === 'update') this.update(change.from, view);
    this.zoneSeconds = view.zoneSeconds;
  }

  remove(): void {
    for (const series of this.series) this.parts?.chart.removeSeries(series);
    this.series = [];
    this.parts = null;
    this.zoneSeconds = null;
  }

  private drawAll(view: ChartView): void {
    for (const [line, series] of this.series.entries())
      series.setData(view.bars.map((_, index) => this.point(line, index, view)));
  }

  private update(from: number, view: ChartView): void {
    for (const [line, series] of this.series.entries())
      for (let index = from; index < view.bars.length; index += 1) series.update(this.point(line, index, view));
  }

  private point(line: number, index: number, view: ChartView) {
    const bar = view.bars[index];
    const time = bar ? timeOf(bar, view) : (0 as ReturnType<typeof timeOf>);
    const value = this.run.values[index]?.[line] ?? null;
    if (value === null || !bar) return { time };
    if (this.indicator.lines[line]?.shape !== 'columns' || !this.parts) return { time, value };
    const { gainSoft, lossSoft } = this.parts.colours;
    const isUp = this.indicator.unit === 'volume' ? Number(bar.close) >= Number(bar.open) : value >= 0;
    return { time, value, color: isUp ? gainSoft : lossSoft };
  }
}

/** The colour of a line in the words above the chart. */
export function legendColour(drawing: IndicatorDrawing, line: number, value: number): string {
  if (drawing.indicator.lines[line]?.shape !== 'columns') return `var(${lineToken(drawing.firstColour + line)})`;
  return drawing.indicator.unit === 'volume' ? 'var(--text)' : value >= 0 ? UP : DOWN;
}

function minMoveOf(view: ChartView): number {
  return 10 ** -view.priceDecimals;
}

/** A canvas cannot read style sheets by itself. */
function colourOf(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}
