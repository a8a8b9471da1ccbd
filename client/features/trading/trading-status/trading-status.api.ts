import { queryOptions } from '@tanstack/react-query';
import type { TradingStatusView } from '../../../../server/contract/trading/trading-status.dto';
import { get } from '../../../platform/api';

/** A refused order says the same at once; this is for whoever only looks. */
const AGAIN_AFTER_MS = 30_000;

export const tradingStatus = queryOptions({
  queryKey: ['trading', 'status'],
  queryFn: ({ signal }) => get<TradingStatusView>('trading/status', {}, { signal, quiet: true }),
  refetchInterval: AGAIN_AFTER_MS,
});
