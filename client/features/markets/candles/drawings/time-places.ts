import type { Bar } from '../../../../ui/bar';
import { barStep } from '../../../../ui/bar-mark';

type Bars = readonly Pick<Bar, 'openAt'>[];

const DAY_MS = 86_400_000;

/**
 * Where an instant is among the bars, as the number of a bar with its part: bars stand at equal distances however long
 * the market paused between two of them, and the time before the first and after the last goes on by the usual step.
 */
export function placeOf(at: number, bars: Bars, step = stepOf(bars)): number {
  const first = bars[0]?.openAt ?? 0;
  if (at <= first) return (at - first) / step;
  const index = lastAtOrBefore(at, bars);
  const open = bars[index]?.openAt ?? 0;
  const next = bars[index + 1]?.openAt ?? open + step;
  return index + (at - open) / (next - open);
}

/** The instant at a place among the bars. */
export function instantAt(place: number, bars: Bars, step = stepOf(bars)): number {
  const last = bars.length - 1;
  if (place <= 0) return (bars[0]?.openAt ?? 0) + place * step;
  if (place >= last) return (bars[last]?.openAt ?? 0) + (place - last) * step;
  const index = Math.floor(place);
  const open = bars[index]?.openAt ?? 0;
  const next = bars[index + 1]?.openAt ?? open + step;
  return open + (next - open) * (place - index);
}

export function stepOf(bars: Bars): number {
  return barStep(bars as readonly Bar[]) ?? DAY_MS;
}

function lastAtOrBefore(at: number, bars: Bars): number {
  let low = 0;
  let high = bars.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((bars[middle]?.openAt ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
