import type { UTCTimestamp } from 'lightweight-charts';
import type { Bar } from './bar';
import { barMark } from './bar-mark';
import type { ChartView } from './chart-drawing';
import type { ChartColours } from './chart-options';

/** A candle that is drawn: of the bar itself, or made of several. */
export type Candle = Record<'open' | 'high' | 'low' | 'close', number>;

/** The chart library knows only UTC, so every instant is moved by the zone. */
export function timeOf(bar: Bar, view: Pick<ChartView, 'zoneSeconds'>): UTCTimestamp {
  return (bar.openAt / 1000 + view.zoneSeconds) as UTCTimestamp;
}

/** What is drawn of one bar of a view. */
export class ChartData {
  constructor(
    private readonly view: ChartView,
    private readonly colours: ChartColours,
    /** From bar to bar; null where it differs. */
    private readonly step: number | null,
    private readonly made: readonly Candle[] | null,
  ) {}

  candle(bar: Bar, index: number) {
    // What the source missed may have been higher or lower: no gain and no loss is claimed.
    const colour = this.colours.faint;
    const { open, high, low, close } = this.made?.[index] ?? bar;
    return {
      ...(bar.outage === true ? { color: colour, wickColor: colour } : {}),
      time: timeOf(bar, this.view),
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
    };
  }

  ground(bar: Bar, index: number) {
    const { view, step } = this;
    const mark = barMark(bar, view.bars[index - 1], step);
    const time = timeOf(bar, view);
    // Where all of the chart is imported, the ground would say nothing; the words above it do.
    if (mark === null || (mark === 'imported' && view.bars.at(-1)?.origin === 'imported')) return { time };
    const { warnGround, accentSoft, line } = this.colours;
    return { time, value: 1, color: { outage: warnGround, imported: accentSoft, pause: line }[mark] };
  }

  point(bar: Bar) {
    return { time: timeOf(bar, this.view), value: Number(bar.close) };
  }

  column(bar: Bar) {
    const rising = Number(bar.close) >= Number(bar.open);
    const color = rising ? this.colours.gainSoft : this.colours.lossSoft;
    return { time: timeOf(bar, this.view), value: Number(bar.volume), color };
  }
}
