import { useEffect, useMemo, useState } from 'react';
import type { IndexState, MarkPriceView } from '../../../../server/contract/markets/markets.dto';
import { pace } from '../../../platform/pace';
import { subscribeChannel } from '../../../platform/socket';
import { REDRAW_MS } from '../../../platform/use-channel';
import { useFromNow } from '../../../platform/use-now';
import { secondsTooOld } from '../../../ui/age';

/** Most streams of marks that one socket may have; one is left for the sheet that explains a price. */
const STREAMS_MAX = 7;

export interface MarkNow {
  mark: string;
  /** When it was sampled, Unix milliseconds. */
  at: number;
  index: string | null;
  indexState: IndexState;
}

export type Marks = ReadonlyMap<string, MarkNow>;

/** The live mark of each symbol, for the first seven of them. Redrawn five times a second at most, all at once. */
export function useMarks(symbols: readonly string[]): Marks {
  const id = [...new Set(symbols)].slice(0, STREAMS_MAX).sort().join(' ');
  const [marks, setMarks] = useState<Marks>(new Map());
  useEffect(() => {
    if (id === '') return undefined;
    const known = new Map<string, MarkNow>();
    const paced = pace((next: Marks) => setMarks(next), REDRAW_MS);
    const stops = id.split(' ').map((symbol) =>
      subscribeChannel('markets.mark', { symbol }, ({ state }) => {
        // While nobody feeds there is no sample: the last mark stands, and its age says how old it is.
        if (state?.sampledAt === 0) return;
        const now = state && readMark(state);
        if (now) known.set(symbol, now);
        else known.delete(symbol);
        paced.push(new Map(known));
      }),
    );
    return () => {
      for (const stop of stops) stop();
      paced.cancel();
    };
  }, [id]);
  // What another set of symbols left behind is not theirs.
  return useMemo(() => new Map([...marks].filter(([symbol]) => id.split(' ').includes(symbol))), [marks, id]);
}

/**
 * How many seconds ago a mark was sampled that should be newer; null while it is new enough. The server samples every
 * mark once a second, so this finds a stream that stopped as well as a reply that was never followed by one.
 */
export function useMarkTooOld(at: number | null): number | null {
  const seconds = useFromNow((now) => (at === null ? -1 : (secondsTooOld(at, now) ?? -1)));
  return seconds < 0 ? null : seconds;
}

/** When the oldest of the marks behind these figures was sampled; null where there is none. */
export function oldestMark(figures: Iterable<{ markedAt: number | null }>): number | null {
  const times = [...figures].flatMap(({ markedAt }) => (markedAt === null ? [] : [markedAt]));
  return times.length === 0 ? null : Math.min(...times);
}

function readMark({ mark, index, indexState, sampledAt }: MarkPriceView): MarkNow | null {
  return mark === null ? null : { mark, at: sampledAt, index, indexState };
}
