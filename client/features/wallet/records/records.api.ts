import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../../../server/contract/errors';
import type { DepositPage } from '../../../../server/contract/wallet/wallet-deposits.dto';
import type { WithdrawalDetailView, WithdrawalPage } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import type { StatementPage, StatementView, WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import type { AccountType } from '../../../platform/account-type';
import { get, post } from '../../../platform/api';
import type { RowPage } from '../../../platform/use-pages';
import { WALLET_KEYS } from '../balances';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };

/** One withdrawal with the steps that it has gone. */
export const withdrawal = (id: string) =>
  queryOptions({
    queryKey: [...WALLET_KEYS.withdrawal, id],
    queryFn: ({ signal }) => post<WithdrawalDetailView>('wallet/out_detail', { id }, { ...QUIET, signal }),
  });

/** Rows of one page; even, because a transfer is two lines that belong together. */
export const PAGE_ROWS = 20;

/** The statement's accounts by their number on the wire; 6 is all of them. */
const STATEMENT_TYPES: Record<WalletAccount, string> = { spot: '2', contract: '3', option: '4', trust: '7' };

export interface StatementFilter {
  account: WalletAccount | null;
  currencyId: number | null;
}

export async function readStatement(
  { account, currencyId, type }: StatementFilter & { type: AccountType },
  page: number,
  signal: AbortSignal,
) {
  const { list, count } = await post<StatementView>(
    'wallet/legal_log',
    {
      type: account === null ? '6' : STATEMENT_TYPES[account],
      currency: currencyId === null ? '' : currencyId,
      account_type: type,
      page,
      limit: PAGE_ROWS,
    },
    { ...QUIET, signal },
  );
  return { rows: list, hasMore: list.length > 0 && page * PAGE_ROWS < count };
}

async function readPage<Row>(path: string, page: number, signal: AbortSignal): Promise<RowPage<Row>> {
  const answer = await get<{ data: Row[]; next_page_url: string | null }>(
    path,
    { page, limit: PAGE_ROWS },
    { ...QUIET, signal },
  );
  return { rows: answer.data, hasMore: answer.next_page_url !== null };
}

export const readTransferLines = (page: number, signal: AbortSignal) =>
  readPage<StatementPage['data'][number]>('wallet/hzhistory', page, signal);

export const readDeposits = (page: number, signal: AbortSignal) =>
  readPage<DepositPage['data'][number]>('charge_mention/log2', page, signal);

export const readWithdrawals = (page: number, signal: AbortSignal) =>
  readPage<WithdrawalPage['data'][number]>('charge_mention/log3', page, signal);

export function cancelWithdrawal(id: string, key: string): Promise<string> {
  return post('wallet/out_cancel', { id }, { ...QUIET, idempotencyKey: key });
}

/** Lists in the server's words are another list in another language. */
export const inLanguage = (key: readonly string[], language: Language) => [...key, language];
