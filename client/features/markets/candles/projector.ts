import type { Logical, SeriesAttachedParameter } from 'lightweight-charts';
import type { ChartView } from '../../../ui/chart-drawing';
import { instantAt, placeOf, stepOf } from './drawings/time-places';

/** Between instants and prices, and the pixels of a chart. */
export class Projector {
  private bars: ChartView['bars'] = [];
  private step = 1;

  constructor(private readonly attached: SeriesAttachedParameter) {}

  see({ bars }: ChartView): void {
    this.bars = bars;
    this.step = stepOf(bars);
  }

  redraw(): void {
    this.attached.requestUpdate();
  }

  size(): { width: number; height: number } {
    return this.attached.chart.paneSize(0);
  }

  yOf(price: number): number | null {
    return this.attached.series.priceToCoordinate(price);
  }

  priceAt(y: number): number | null {
    return this.attached.series.coordinateToPrice(y);
  }

  xOf(at: number): number | null {
    if (this.bars.length === 0) return null;
    const place = placeOf(at, this.bars, this.step);
    // The library knows the places of whole bars only.
    const whole = Math.floor(place);
    const [left, right] = [this.xOfBar(whole), this.xOfBar(whole + 1)];
    return left === null || right === null ? null : left + (right - left) * (place - whole);
  }

  instantAt(x: number): number | null {
    const scale = this.attached.chart.timeScale();
    const near = scale.coordinateToLogical(x);
    if (near === null || this.bars.length === 0) return null;
    const whole = Math.round(near);
    const [left, right] = [this.xOfBar(whole), this.xOfBar(whole + 1)];
    if (left === null || right === null) return null;
    return instantAt(whole + (x - left) / (right - left), this.bars, this.step);
  }

  private xOfBar(place: number): number | null {
    return this.attached.chart.timeScale().logicalToCoordinate(place as Logical);
  }
}
