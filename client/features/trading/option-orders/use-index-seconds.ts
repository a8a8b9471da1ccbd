import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DecimalText } from '../../../../server/contract/money';
import type { OptionOrderView } from '../../../../server/contract/trading/options.dto';
import { secondsTooOld } from '../../../ui/age';
import { serverNow } from '../../../platform/server-clock';
import { useChannel } from '../../../platform/use-channel';
import { useFromNow } from '../../../platform/use-now';
import { readTape } from './options.api';
import { IndexSeconds } from './window-samples';

const ASK_AGAIN_MS = 2000;

export interface LiveIndex {
  /** The index now; null while nobody vouches for it, or its last second is too long ago. */
  index: DecimalText | null;
  seconds: IndexSeconds;
}

/** The index of a market, second by second. What the stream misses of a window that runs, the tape tells. */
export function useIndexSeconds(symbol: string, orders: readonly OptionOrderView[]): LiveIndex {
  const { state, status } = useChannel('markets.mark', { symbol });
  const [seconds] = useState(() => new IndexSeconds());
  useSyncExternalStore(seconds.subscribe, seconds.revision);
  const isUsable = status === 'live' && state !== null && state.indexState !== 'stale';
  useEffect(() => {
    if (isUsable) seconds.put(state.sampledAt, state.index);
  }, [isUsable, state, seconds]);
  const isOld = useFromNow((now) => state !== null && secondsTooOld(state.sampledAt, now) !== null);
  const gap = useFromNow((now) => {
    const torn = orders.find(
      ({ window_from_ms: from, closes_at_ms: to }) => now >= from && seconds.hasGap(from, to, now),
    );
    return torn ? `${torn.window_from_ms} ${torn.closes_at_ms}` : '';
  });
  useEffect(() => {
    if (gap === '') return undefined;
    const [from = 0, to = 0] = gap.split(' ').map(Number);
    const ask = () =>
      readTape(symbol, from, Math.min(to, serverNow())).then(
        ({ samples }) => {
          for (const { s, index } of samples) seconds.put(s, index);
        },
        // Asked again in a moment.
        () => undefined,
      );
    void ask();
    const timer = setInterval(() => void ask(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [gap, symbol, seconds]);
  useEffect(() => {
    const first = Math.min(...orders.map(({ window_from_ms: from }) => from));
    seconds.forgetBefore(Math.min(first, serverNow()) - 60_000);
  }, [orders, seconds]);
  return { index: isUsable && !isOld ? state.index : null, seconds };
}
