import type { ChartAddition, ChartParts, ChartView } from '../../../../ui/chart-drawing';
import { indicatorOf } from '../indicators';
import { type ChartSettings, isInPane } from './chart-settings';
import { IndicatorDrawing } from './indicator-drawing';
import { PriceStyle } from './price-style';

const PRICES_HIGH = 300;
const PANE_HIGH = 84;

/** Where the words of a pane begin, and whose they are. */
export interface PaneWords {
  top: number;
  drawings: readonly IndicatorDrawing[];
}

/** Indicators and scale of one chart, as its user has chosen them. */
export class ChartStudio implements ChartAddition {
  private parts: ChartParts | null = null;
  private view: ChartView | null = null;
  private drawings: readonly IndicatorDrawing[] = [];
  private readonly style: PriceStyle;
  private readonly listeners = new Set<() => void>();
  private words: readonly PaneWords[] = [];
  private watch: ResizeObserver | null = null;
  private frame = 0;

  constructor(private settings: ChartSettings) {
    this.style = new PriceStyle(settings.scale);
    this.drawings = drawingsOf(settings);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The panes that have indicators, from the top. */
  readonly panes = (): readonly PaneWords[] => this.words;

  change(settings: ChartSettings): void {
    const isOther = settings.indicators !== this.settings.indicators;
    this.settings = settings;
    this.style.change(settings.scale);
    if (!isOther) return;
    this.takeOff();
    this.drawings = drawingsOf(settings);
    this.putOn();
  }

  attach(parts: ChartParts): void {
    this.parts = parts;
    this.style.attach(parts);
    parts.chart.applyOptions({ layout: { panes: { enableResize: false, separatorColor: parts.colours.line } } });
    this.watch = new ResizeObserver(() => this.measureSoon());
    this.watch.observe(parts.host);
  }

  show(view: ChartView): void {
    const isFirst = this.view === null || isOtherFormat(this.view, view);
    this.view = view;
    this.style.show(view);
    if (isFirst) {
      this.takeOff();
      this.putOn();
    } else for (const drawing of this.drawings) drawing.show(view);
  }

  detach(): void {
    this.takeOff();
    this.style.detach();
    this.watch?.disconnect();
    cancelAnimationFrame(this.frame);
    this.parts = null;
    this.view = null;
  }

  private takeOff(): void {
    // From the last pane to the first, so that no pane moves up under one that is still to go.
    for (const drawing of this.drawings.toReversed()) drawing.remove();
    this.parts?.volume.applyOptions({ visible: true });
  }

  private putOn(): void {
    const { parts, view } = this;
    if (!parts || !view) return;
    let pane = 0;
    for (const drawing of this.drawings) {
      if (drawing.indicator.place === 'pane') pane += 1;
      drawing.place(parts, drawing.indicator.place === 'pane' ? pane : 0, view);
      drawing.show(view);
    }
    for (const [index, one] of parts.chart.panes().entries())
      one.setStretchFactor(index === 0 ? PRICES_HIGH : PANE_HIGH);
    // The volume below the prices would say the same twice.
    const hasVolume = this.drawings.some(({ indicator }) => indicator.key === 'vol');
    parts.volume.applyOptions({ visible: !hasVolume });
    this.measureSoon();
  }

  /** The chart gives its panes their heights with the next frame. */
  private measureSoon(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.words = this.measured();
      for (const listener of this.listeners) listener();
    });
  }

  private measured(): PaneWords[] {
    const over = this.drawings.filter(({ indicator }) => indicator.place === 'price');
    const below = this.drawings.filter(({ indicator }) => indicator.place === 'pane');
    const heights = this.parts?.chart.panes().map((pane) => pane.getHeight()) ?? [];
    let top = 0;
    return [over, ...below.map((drawing) => [drawing])].map((drawings, index) => {
      const at = top;
      // A separator of one pixel stands between two panes.
      top += (heights[index] ?? 0) + 1;
      return { top: at, drawings };
    });
  }
}

function isOtherFormat(before: ChartView, view: ChartView): boolean {
  return before.language !== view.language || before.priceDecimals !== view.priceDecimals;
}

function drawingsOf({ indicators }: ChartSettings): IndicatorDrawing[] {
  let colour = 0;
  return indicators.map(({ key, settings }) => {
    const indicator = indicatorOf(key);
    const first = isInPane(key) ? 0 : colour;
    if (!isInPane(key)) colour += indicator.lines.length;
    return new IndicatorDrawing(indicator, settings, first);
  });
}
