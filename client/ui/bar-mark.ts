import type { Bar } from './bar';

/**
 * What a reader must know of a bar beside its figures. `outage`: the source was away for a part of it. `imported`: it
 * was loaded from a file and not seen by us. `pause`: the market was closed between the bar before and this one.
 */
export type BarMark = 'outage' | 'imported' | 'pause';

/** The time from one bar to the next while nothing is missing; null when there are too few bars to tell. */
export function barStep(bars: readonly Bar[]): number | null {
  let step: number | null = null;
  for (let index = 1; index < bars.length; index += 1) {
    const between = (bars[index]?.openAt ?? 0) - (bars[index - 1]?.openAt ?? 0);
    if (between > 0 && (step === null || between < step)) step = between;
  }
  return step;
}

/** The mark of a bar; the gravest when there are several. `step` is null where days, weeks and months differ in length. */
export function barMark(bar: Bar, before: Bar | undefined, step: number | null): BarMark | null {
  if (bar.outage === true) return 'outage';
  if (bar.origin === 'imported') return 'imported';
  return step !== null && before !== undefined && bar.openAt - before.openAt > step ? 'pause' : null;
}
