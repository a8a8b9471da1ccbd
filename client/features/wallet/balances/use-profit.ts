import { useQuery } from '@tanstack/react-query';
import type { WalletProfitView } from '../../../../server/contract/wallet/profit.dto';
import { useAccountType } from '../../../platform/account-type';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useFromNow } from '../../../platform/use-now';
import { useRefresh } from '../../../platform/use-refresh';
import { profitOf } from './wallet.api';

/** Three readings have not come. */
const OLD_MS = 180_000;

export interface ProfitResult {
  /** Null while nothing has arrived. */
  profit: WalletProfitView | null;
  /** Whether it could not be read. */
  failed: boolean;
}

/** Profit of the page's kind of money, read again when something moved. */
export function useProfit(): ProfitResult {
  const type = useAccountType();
  const query = profitOf(type);
  const { data, isError } = useQuery(query);
  const until = data?.until ?? Number.POSITIVE_INFINITY;
  const isOld = useFromNow((now) => now - until > OLD_MS);
  const failed = isError || isOld;
  const refresh = useRefresh(query.queryKey);
  useAccountEvents('balance', ({ payload }) => {
    if (payload.demo === (type === 'simulation_account')) refresh();
  });
  useAccountEventsStart(refresh);
  // A figure of a while ago beside a total that goes on would be a wrong one.
  return { profit: failed ? null : (data ?? null), failed };
}
