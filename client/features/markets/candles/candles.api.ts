import type { CandlePeriod } from '../../../../server/contract/markets/markets.dto';
import type { CandleRowView } from '../../../../server/contract/markets/quotations.dto';
import { get, type Parameters } from '../../../platform/api';
import type { Bar } from '../../../ui/bar';

export const BARS_A_PAGE = 500;

export interface BarsQuery {
  symbol: string;
  period: CandlePeriod;
  /** Only bars that open before this instant. */
  before?: number | undefined;
  signal: AbortSignal;
}

/** The newest bars of the range, ascending; fewer than a page when there are no older ones. */
export async function fetchBars({ symbol, period, before, signal }: BarsQuery): Promise<Bar[]> {
  const parameters: Parameters = { symbol, period, limit: BARS_A_PAGE };
  if (before !== undefined) parameters.to = Math.floor((before - 1) / 1000);
  const rows = await get<CandleRowView[]>('currency/new_timeshar', parameters, { signal, quiet: true });
  return rows.map(({ time, open, high, low, close, volume, revision, closed, filled, outage, origin }) => ({
    openAt: time,
    open,
    high,
    low,
    close,
    volume,
    revision,
    closed,
    filled,
    outage,
    origin,
  }));
}
