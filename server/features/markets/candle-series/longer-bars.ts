import { foldBars, nextOpen, openOf } from './bars.rules.js';
import type { PeriodBars } from './period-bars.js';

/** The bars of a longer period, and those of the shorter one that they are folded from. */
export interface LongerBars {
  bars: PeriodBars;
  parts: PeriodBars;
}

/**
 * Folds the longer bars that hold a changed shorter one, and closes those whose last minute is closed.
 * @param settledThrough every minute that ends at or before this instant is closed.
 */
export function foldLonger(longer: readonly LongerBars[], settledThrough: number): void {
  for (const { bars, parts } of longer) {
    const opens = new Set<number>();
    for (const changed of parts.changed) opens.add(openOf(bars.period, changed));
    for (const openAt of opens) {
      const endAt = nextOpen(bars.period, openAt);
      // A closed bar is corrected only from all of its parts, never from those that happen to be in memory.
      if (endAt <= settledThrough && parts.completeFrom > openAt) continue;
      bars.set(foldBars(openAt, parts.between(openAt, endAt)));
    }
    bars.closeThrough(settledThrough);
  }
}
