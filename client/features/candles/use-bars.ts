import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { CandlePeriod } from '../../../server/contract/markets.dto';
import { useChannel } from '../../platform/use-channel';
import { BarSeries, type BarSeriesState } from './bar-series';
import { fetchBars } from './candles.api';

/** The live bars of a market and period. Everything of the one before is let go when either changes. */
export function useBars(symbol: string, period: CandlePeriod): { series: BarSeries; state: BarSeriesState } {
  const series = useSeries(symbol, period);
  const state = useSyncExternalStore(series.subscribe, series.current);
  const { state: live } = useChannel('markets.candle', { symbol, period });
  useEffect(() => {
    if (live) series.applyLive(live);
  }, [series, live]);
  return { series, state };
}

function useSeries(symbol: string, period: CandlePeriod): BarSeries {
  const series = useMemo(() => new BarSeries(symbol, period, fetchBars), [symbol, period]);
  useEffect(() => {
    void series.reload();
    return () => series.close();
  }, [series]);
  return series;
}
