import type { CandlePeriod } from '../../../../server/contract/markets/markets.dto';
import type { Bar } from '../../../ui/bar';
import { nextOpenAt } from './periods';

/** Puts a page of history in front of the bars; where they overlap the bars that are held stay. */
export function prepend(older: readonly Bar[], bars: readonly Bar[]): readonly Bar[] {
  const first = bars[0]?.openAt ?? Number.POSITIVE_INFINITY;
  const before = ascending(older).filter((bar) => bar.openAt < first);
  return before.length === 0 ? bars : [...before, ...bars];
}

/** Replaces everything from the first fresh bar on; everything, when the prices come from somewhere else now. */
export function replaceTail(bars: readonly Bar[], fresh: readonly Bar[]): readonly Bar[] {
  const tail = ascending(fresh);
  const first = tail[0]?.openAt;
  if (first === undefined) return bars;
  if (!isSameOrigin(bars.at(-1), tail.at(-1))) return tail;
  const last = bars.at(-1)?.openAt ?? Number.NEGATIVE_INFINITY;
  // A hole between the two would be drawn as if nothing were missing, so the older bars go.
  const reaches = last >= first;
  return reaches ? [...bars.filter((bar) => bar.openAt < first), ...tail] : tail;
}

export type LiveMerge = { kind: 'same' } | { kind: 'gap' } | { kind: 'bars' | 'unfinished'; bars: readonly Bar[] };

/**
 * Puts the running bar and the one before it into the bars. `gap`: bars are missing in between, the end of the last bar is, or the origin of the
 * prices has changed, so the range must be read again. `unfinished`: what runs can be drawn, but the stream tells no more of the bar before
 * it, which had ended and was not closed yet: its end must be read. A bar with a lower revision than the one that is held never replaces it.
 */
export function mergeLive(bars: readonly Bar[], live: readonly Bar[], period: CandlePeriod): LiveMerge {
  const fresh = ascending(live);
  const first = fresh[0];
  const last = bars.at(-1);
  if (!first || !last) return { kind: 'same' };
  // Bars of two origins are never drawn as one line: the range is read again, and comes from one.
  if (!isSameOrigin(last, fresh.at(-1))) return { kind: 'gap' };
  // The last one that is held was still running: without its end in hand it would stay half-finished.
  const isUnfinished = last.closed === false;
  const isNext = first.openAt === nextOpenAt(last.openAt, period);
  if (first.openAt > last.openAt && (isUnfinished || !isNext)) return { kind: 'gap' };
  let merged = bars;
  for (const bar of fresh) merged = put(merged, bar);
  if (bars.findLast((bar) => bar.openAt < first.openAt)?.closed === false) return { kind: 'unfinished', bars: merged };
  return merged === bars ? { kind: 'same' } : { kind: 'bars', bars: merged };
}

function put(bars: readonly Bar[], bar: Bar): readonly Bar[] {
  let at = bars.length - 1;
  while (at >= 0 && (bars[at]?.openAt ?? 0) > bar.openAt) at -= 1;
  const held = bars[at];
  if (at === bars.length - 1 && held && held.openAt < bar.openAt) return [...bars, bar];
  // Not among the bars that are held: nothing older is ever put between them.
  if (!held || held.openAt !== bar.openAt) return bars;
  if ((bar.revision ?? 0) < (held.revision ?? 0) || isSame(held, bar)) return bars;
  return bars.with(at, bar);
}

/** Whether two newest bars are of one origin; imported history may go on with bars of any. */
function isSameOrigin(held: Bar | undefined, fresh: Bar | undefined): boolean {
  const [one, other] = [held?.origin, fresh?.origin];
  return one === undefined || other === undefined || one === 'imported' || one === other;
}

function isSame(one: Bar, other: Bar): boolean {
  const fields = ['open', 'high', 'low', 'close', 'volume', 'closed'] as const;
  return fields.every((field) => one[field] === other[field]);
}

/** By open time, each once; of doubles the later one stays. */
function ascending(bars: readonly Bar[]): Bar[] {
  return [...new Map(bars.map((bar) => [bar.openAt, bar])).values()].sort((a, b) => a.openAt - b.openAt);
}
