import type { Bar } from './bar';

export type ChartChange = { kind: 'none' } | { kind: 'update'; from: number } | { kind: 'reset' };

const NONE: ChartChange = { kind: 'none' };
const RESET: ChartChange = { kind: 'reset' };

/**
 * How the chart gets from the bars that it shows to the next ones. `update` is only ever answered when the bars from
 * `from` on are the last shown bar or newer ones: the chart library crashes on an older one, so everything else, such
 * as a corrected older bar or a page of history in front, is a `reset`.
 */
export function chartChange(shown: readonly Bar[], next: readonly Bar[]): ChartChange {
  if (shown === next) return NONE;
  const last = shown.length - 1;
  if (last < 0 || next.length < shown.length) return RESET;
  for (let index = 0; index < last; index += 1) if (shown[index] !== next[index]) return RESET;
  if (shown[last]?.openAt !== next[last]?.openAt) return RESET;
  const from = shown[last] === next[last] ? last + 1 : last;
  for (let index = last + 1; index < next.length; index += 1) {
    if ((next[index]?.openAt ?? 0) <= (next[index - 1]?.openAt ?? 0)) return RESET;
  }
  return from === next.length ? NONE : { kind: 'update', from };
}

/** What of a view decides where each bar stands and what is drawn of it. */
export interface Drawn {
  name: string;
  kind: string;
  /** Seconds added to every instant: another number after the clocks are changed, or in another zone. */
  zoneSeconds: number;
  candlesOf?: unknown;
}

/** Whether bars that were drawn stand elsewhere or are other ones now, so that all are drawn again: the library takes no older instant. */
export function isDrawnAnew(before: Drawn, view: Drawn): boolean {
  const parts = ['name', 'kind', 'zoneSeconds', 'candlesOf'] as const;
  return parts.some((part) => before[part] !== view[part]);
}
