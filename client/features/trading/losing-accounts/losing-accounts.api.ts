import { queryOptions } from '@tanstack/react-query';
import type { LosingAccountsView } from '../../../../server/contract/trading/losing-accounts.dto';
import { get } from '../../../platform/api';

const AGAIN_MS = 3_600_000;

/** Counted every hour. */
export const losingAccounts = queryOptions({
  queryKey: ['losing-accounts'],
  queryFn: ({ signal }) => get<LosingAccountsView[]>('products/losing_accounts', {}, { quiet: true, signal }),
  staleTime: AGAIN_MS,
});
