import type { Bar } from './bar';

const DAY_MS = 86_400_000;

/** How the price has moved over the last day that the bars show, or over as much of it as they have. */
export type DayDirection = 'gain' | 'loss' | 'even';

/**
 * The direction of the last day of bars: from the open of the first bar that began within 24 hours of the last one's
 * beginning to the last close. Of bars that are a day or longer it is that of the last bar. `even` without bars.
 */
export function dayDirection(bars: readonly Bar[]): DayDirection {
  const last = bars.at(-1);
  if (!last) return 'even';
  const first = bars.find((bar) => bar.openAt > last.openAt - DAY_MS) ?? last;
  const change = Number(last.close) - Number(first.open);
  if (change === 0) return 'even';
  return change > 0 ? 'gain' : 'loss';
}
