import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useChannel } from '../../../platform/use-channel';
import { DELAYED_AFTER_MS } from '../../../ui/age';
import { fetchBars } from './candles.api';
import type { ChartPeriod } from './periods';
import { type Shown, ShownBars } from './shown-bars';

interface Bars {
  bars: ShownBars;
  shown: Shown;
  /** The bars that are shown stand still, however live the price is elsewhere on the page. */
  isBehind: boolean;
}

/** The live bars of a market. A component is for one market: give it the symbol as its key. */
export function useBars(symbol: string, choice: ChartPeriod): Bars {
  const [bars] = useState(() => new ShownBars(symbol, choice, fetchBars));
  const shown = useSyncExternalStore(bars.subscribe, bars.current);
  const { state: live, status } = useChannel('markets.candle', { symbol, period: choice.period });
  useEffect(() => {
    bars.open();
    return () => bars.close();
  }, [bars]);
  useEffect(() => bars.select(choice), [bars, choice]);
  useEffect(() => {
    if (live) bars.applyLive(live, choice);
  }, [bars, choice, live]);
  const { phase, isBehind } = shown.state;
  return { bars, shown, isBehind: useLasting(phase === 'ready' && (isBehind || status !== 'live')) };
}

/** Whether it has been so for a while: a stream is given a moment to begin, and what is missing to be read again. */
function useLasting(isSo: boolean): boolean {
  const [wasSo] = useDebouncedValue(isSo, DELAYED_AFTER_MS);
  return isSo && wasSo;
}
