import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  BankAccountView,
  DepositCurrencyView,
  DepositPage,
  DepositView,
} from '../../../../server/contract/wallet/wallet-deposits.dto';
import type { DecimalText } from '../../../../server/contract/money';
import { get, post } from '../../../platform/api';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { OWN } from '../../account/profile';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
/** What the wire calls the house's bank account. */
const BANK = '9999';
const LATEST = 5;

export const depositCoins = queryOptions({
  queryKey: ['deposit-coins'],
  queryFn: ({ signal }) => post<DepositCurrencyView[]>('wallet/deposit_currency', {}, { ...QUIET, signal }),
  staleTime: 60_000,
});

/** Where the user sends a coin, by network. They are the user's own and stay. */
export const depositAddresses = (currencyId: number) =>
  queryOptions({
    queryKey: [OWN, 'deposit-addresses', currencyId],
    queryFn: ({ signal }) =>
      post<Record<string, string>>('wallet/deposit_address', { currency: currencyId }, { ...QUIET, signal }),
    staleTime: 60_000,
    retry: false,
  });

export const houseAccount = queryOptions({
  queryKey: [OWN, 'deposit-bank'],
  queryFn: ({ signal }) => post<BankAccountView>('wallet/deposit_address', { currency: BANK }, { ...QUIET, signal }),
  retry: false,
});

export const latestDeposits = queryOptions({
  queryKey: [OWN, 'latest-deposits'],
  queryFn: async ({ signal }): Promise<DepositView[]> =>
    (await get<DepositPage>('charge_mention/log2', { page: 1, limit: LATEST }, { ...QUIET, signal })).data,
});

/** Reads the latest deposits again whenever one of them has gone a step further, or may have. */
export function useDepositEvents(): void {
  const queries = useQueryClient();
  const readAgain = () => void queries.invalidateQueries({ queryKey: latestDeposits.queryKey });
  useAccountEvents('deposit', readAgain);
  useAccountEventsStart(readAgain);
}

export interface CoinDeposit {
  currencyId: number;
  network: string;
  amount: DecimalText;
  /** Of the transaction; empty when a photo shows it. */
  hash: string;
  /** Reference of the photo; empty for none. */
  proof: string;
}

export function submitCoinDeposit({ currencyId, network, amount, hash, proof }: CoinDeposit, key: string) {
  return post<string>(
    'wallet/charge_req',
    { currency: currencyId, type: 0, sub_type: network, amount, hash, imgs: proof },
    { ...QUIET, idempotencyKey: key },
  );
}

export function submitQuickDeposit({ currencyId, network, amount, hash }: Omit<CoinDeposit, 'proof'>, key: string) {
  return post<string>(
    'depositIn',
    { currency: currencyId, chain: network, amount, hash },
    { ...QUIET, idempotencyKey: key },
  );
}

export interface BankDeposit {
  amount: DecimalText;
  /** Name on the account that it came from. */
  sender: string;
  proof: string;
}

export function submitBankDeposit({ amount, sender, proof }: BankDeposit, key: string) {
  return post<string>(
    'wallet/charge_req',
    { currency: BANK, type: 1, amount, account: sender, imgs: proof },
    { ...QUIET, idempotencyKey: key },
  );
}
