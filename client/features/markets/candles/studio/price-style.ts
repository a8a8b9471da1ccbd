import { CrosshairMode, type IPriceLine, LineStyle, PriceScaleMode } from 'lightweight-charts';
import { axisPrice } from '../../../../ui/axis-price';
import type { ChartParts, ChartView } from '../../../../ui/chart-drawing';
import type { ChartScale } from './chart-settings';
import { percentBase, percentText } from './percent-scale';

/** The scale of the prices, and the line of the last price where the candles are none. */
export class PriceStyle {
  private parts: ChartParts | null = null;
  private view: ChartView | null = null;
  private real: IPriceLine | null = null;
  private base = 0;

  constructor(private scale: ChartScale) {}

  attach(parts: ChartParts): void {
    this.parts = parts;
    parts.chart.timeScale().subscribeVisibleLogicalRangeChange(this.rebase);
    this.applyScale();
  }

  change(scale: ChartScale): void {
    if (scale === this.scale) return;
    this.scale = scale;
    this.applyScale();
  }

  show(view: ChartView): void {
    const isFirst = this.view === null || this.view.language !== view.language || this.view.name !== view.name;
    this.view = view;
    if (isFirst) this.applyScale();
    this.showReal(view);
  }

  detach(): void {
    this.parts?.chart.timeScale().unsubscribeVisibleLogicalRangeChange(this.rebase);
    this.parts?.chart.applyOptions({ crosshair: { mode: CrosshairMode.Magnet } });
    this.parts = null;
    this.view = null;
    // It went with its series.
    this.real = null;
  }

  private readonly rebase = (): void => {
    if (this.scale !== 'percent' || !this.parts || !this.view) return;
    const from = this.parts.chart.timeScale().getVisibleLogicalRange()?.from ?? 0;
    const base = percentBase(this.view.bars, from);
    if (base === this.base) return;
    this.base = base;
    this.applyFormat(this.view);
  };

  private applyScale(): void {
    const { parts, view, scale } = this;
    const mode = scale === 'log' ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
    parts?.price.priceScale().applyOptions({ mode });
    this.base = 0;
    if (view && scale === 'percent') this.rebase();
    else if (view) this.applyFormat(view);
  }

  private applyFormat(view: ChartView): void {
    const { base, scale } = this;
    const formatter = (price: number) =>
      scale === 'percent' ? percentText(price, base, view.language) : axisPrice(price, view);
    const minMove = 10 ** -view.priceDecimals;
    this.parts?.price.applyOptions({ priceFormat: { type: 'custom', formatter, minMove } });
  }

  /** Candles of averages end where no price is: the tag and its line are of the real last price. */
  private showReal(view: ChartView): void {
    const { price, colours, chart } = this.parts ?? {};
    const last = view.bars.at(-1);
    if (!price || !chart || !colours) return;
    if (!view.candlesOf || !last) {
      if (this.real) price.removePriceLine(this.real);
      if (this.real) price.applyOptions({ lastValueVisible: true, priceLineVisible: true });
      if (this.real) chart.applyOptions({ crosshair: { mode: CrosshairMode.Magnet } });
      this.real = null;
      return;
    }
    const color = Number(last.close) < Number(last.open) ? colours.loss : colours.gain;
    const line = { price: Number(last.close), color };
    if (this.real) return this.real.applyOptions(line);
    price.applyOptions({ lastValueVisible: false, priceLineVisible: false });
    // A cursor that snaps to these candles would name a price that never was.
    chart.applyOptions({ crosshair: { mode: CrosshairMode.Normal } });
    this.real = price.createPriceLine({ ...line, lineWidth: 1, lineStyle: LineStyle.Dashed, axisLabelVisible: true });
  }
}
