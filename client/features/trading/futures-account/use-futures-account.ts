import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  FuturesPositionsView,
  FuturesPositionView,
  PositionFill,
} from '../../../../server/contract/trading/futures.dto';
import { useAccountType } from '../../../platform/account-type';
import { useLoggedIn } from '../../../platform/session';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { applyBalance, applyRow, isOpen } from './apply-event';
import { accountKey, accountOf, closedPartsOf, historyKey } from './futures.api';

export interface FuturesAccountResult {
  /** Null while nothing has arrived. */
  account: FuturesPositionsView | null;
  /** Why nothing can be shown; null while something can. */
  failure: Error | null;
  reload: () => Promise<unknown>;
}

/**
 * The futures account of the money that the page is about, as of this moment. An event changes it at once; because a
 * reading that is on its way may be older, it is read again too.
 */
export function useFuturesAccount(): FuturesAccountResult {
  const queries = useQueryClient();
  const type = useAccountType();
  const isLoggedIn = useLoggedIn();
  const query = accountOf(type);
  const { data, error, refetch } = useQuery({ ...query, enabled: isLoggedIn });
  const refresh = useRefresh(accountKey(type));
  const refreshHistory = useRefresh(historyKey(type));
  const refreshParts = useRefresh(closedPartsOf(type).queryKey);

  const take = (row: FuturesPositionView & { fill?: PositionFill | null }) => {
    queries.setQueryData(query.queryKey, (view) => view && applyRow(view, row));
    // An order that waited to close a part has its place in the history before the position has.
    if (!isOpen(row) || row.fill?.closing) refreshHistory();
    else if (row.fill) refreshParts();
    refresh();
  };
  useAccountEvents('position', ({ payload }) => take(payload));
  useAccountEvents('order', ({ payload }) => {
    if (payload.position) take(payload.position);
  });
  useAccountEvents('balance', ({ payload }) => {
    queries.setQueryData(query.queryKey, (view) => view && applyBalance(view, payload));
    refresh();
  });
  useAccountEvents('liquidation', refresh);
  useAccountEventsStart(() => {
    refresh();
    refreshHistory();
  });
  return { account: data ?? null, failure: data ? null : error, reload: refetch };
}
