import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAccountType } from '../../../platform/account-type';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { applyBalance, type Holding, holdingsOf } from './holdings';
import { useRefresh } from '../../../platform/use-refresh';
import { walletsOf } from './wallet.api';

export interface WalletResult {
  /** Null while nothing has arrived. */
  holdings: Holding[] | null;
  /** Why nothing can be shown; null while something can. */
  failure: Error | null;
  reload: () => Promise<unknown>;
}

/** The user's live balances of the page's kind of money: every posting is applied as its event arrives. */
export function useWallet(): WalletResult {
  const queries = useQueryClient();
  const type = useAccountType();
  const wallets = walletsOf(type);
  const { data, error, refetch } = useQuery(wallets);
  const refresh = useRefresh(wallets.queryKey);
  useAccountEvents('balance', ({ payload }) => {
    if (payload.demo !== (type === 'simulation_account')) return;
    queries.setQueryData(wallets.queryKey, (view) => view && applyBalance(view, payload));
    refresh();
  });
  useAccountEventsStart(refresh);
  const holdings = useMemo(() => (data ? holdingsOf(data) : null), [data]);
  return { holdings, failure: data ? null : error, reload: refetch };
}
