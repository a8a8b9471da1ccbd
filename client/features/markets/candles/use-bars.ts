import { useEffect, useState, useSyncExternalStore } from 'react';
import { useChannel } from '../../../platform/use-channel';
import { fetchBars } from './candles.api';
import type { ChartPeriod } from './periods';
import { type Shown, ShownBars } from './shown-bars';

/** The live bars of a market. A component is for one market: give it the symbol as its key. */
export function useBars(symbol: string, choice: ChartPeriod): { bars: ShownBars; shown: Shown } {
  const [bars] = useState(() => new ShownBars(symbol, choice, fetchBars));
  const shown = useSyncExternalStore(bars.subscribe, bars.current);
  const { state: live } = useChannel('markets.candle', { symbol, period: choice.period });
  useEffect(() => {
    bars.open();
    return () => bars.close();
  }, [bars]);
  useEffect(() => bars.select(choice), [bars, choice]);
  useEffect(() => {
    if (live) bars.applyLive(live, choice);
  }, [bars, choice, live]);
  return { bars, shown };
}
