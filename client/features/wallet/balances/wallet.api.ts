import { queryOptions } from '@tanstack/react-query';
import type { WalletProfitView } from '../../../../server/contract/wallet/profit.dto';
import type { WalletListView } from '../../../../server/contract/wallet/wallet.dto';
import type { AccountType } from '../../../platform/account-type';
import { get, post } from '../../../platform/api';
import { serverNow } from '../../../platform/server-clock';
import { OWN } from '../../account/profile';
import type { WalletsRead } from './holdings';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const WALLET = [OWN, 'wallet'] as const;
/** Prices come by the stream; this is for what the stream may have lost. */
const AGAIN_AFTER_MS = 60_000;

export const KEYS = {
  accounts: [...WALLET, 'accounts'],
  profit: [...WALLET, 'profit'],
  statement: [...WALLET, 'statement'],
  transfers: [...WALLET, 'transfers'],
  deposits: [...WALLET, 'deposits'],
  withdrawals: [...WALLET, 'withdrawals'],
  withdrawal: [...WALLET, 'withdrawal'],
} as const;

/** What is in every account, of real money or of the demo. */
export const walletsOf = (type: AccountType) =>
  queryOptions({
    queryKey: [...KEYS.accounts, type],
    queryFn: ({ signal }) => readWallets(type, signal),
    refetchInterval: AGAIN_AFTER_MS,
  });

async function readWallets(type: AccountType, signal: AbortSignal): Promise<WalletsRead> {
  const fields = { currency_name: '', account_type: type };
  const view = await post<WalletListView>('wallet/list', fields, { ...QUIET, signal });
  return { ...view, readAt: serverNow() };
}

/** Prices move it all the time; the page says how they stand twice a minute. */
const PROFIT_AGAIN_AFTER_MS = 30_000;

/** What was won or lost in the last 24 hours, in all and in each account. */
export const profitOf = (type: AccountType) =>
  queryOptions({
    queryKey: [...KEYS.profit, type],
    queryFn: ({ signal }) => get<WalletProfitView>('wallet/profit', { account_type: type }, { ...QUIET, signal }),
    refetchInterval: PROFIT_AGAIN_AFTER_MS,
  });
