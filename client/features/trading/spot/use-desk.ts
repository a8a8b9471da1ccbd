import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SpotDeskView } from '../../../../server/contract/trading/spot.dto';
import { useAccountType } from '../../../platform/account-type';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import type { Pair } from '../spot-orders';
import { deskOf } from './spot.api';

export interface DeskResult {
  /** Null while nothing has arrived. */
  desk: SpotDeskView | null;
  /** Why nothing can be shown; null while something can. */
  failure: Error | null;
  reload: () => Promise<unknown>;
}

/** What may be spent and sold in the market of the money that the page is about; a posting is shown as it is told. */
export function useDesk(pair: Pair): DeskResult {
  const queries = useQueryClient();
  const type = useAccountType();
  const query = deskOf(pair, type);
  const { data, error, refetch } = useQuery(query);
  const refresh = useRefresh(query.queryKey);
  useAccountEvents('balance', ({ payload }) => {
    const { account, currencyId, after, demo } = payload;
    if (account !== 'spot' || demo !== (type === 'simulation_account')) return;
    if (currencyId !== pair.baseId && currencyId !== pair.quoteId) return;
    const field = currencyId === pair.quoteId ? 'balance' : 'sellable_balance';
    queries.setQueryData(query.queryKey, (desk) => desk && { ...desk, [field]: after });
    refresh();
  });
  useAccountEventsStart(refresh);
  return { desk: data ?? null, failure: data ? null : error, reload: refetch };
}
