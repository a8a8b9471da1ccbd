import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ProofFields } from '../../../../server/contract/account/proofs.dto';
import type { DecimalText } from '../../../../server/contract/money';
import type {
  AddressView,
  TakenWithdrawalView,
  WithdrawalCurrencyView,
  WithdrawalFactsView,
  WithdrawalPreviewView,
} from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { CallFailed, post } from '../../../platform/api';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { OWN } from '../../account/profile';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const FACTS = [OWN, 'withdrawal-facts'];
const BOOK = [OWN, 'withdrawal-addresses'];
/** The wire's word for the network of bank transfers. */
export const BANK_NETWORK = 'BANK';

export const withdrawalCoins = queryOptions({
  queryKey: ['withdrawal-coins'],
  queryFn: ({ signal }) => post<WithdrawalCurrencyView[]>('wallet/withdrawal_currency', {}, { ...QUIET, signal }),
  staleTime: 60_000,
});

/** Balance, fees, limits and what holds, for one coin. */
export const withdrawalFacts = (currencyId: number) =>
  queryOptions({
    queryKey: [...FACTS, currencyId],
    queryFn: ({ signal }) =>
      post<WithdrawalFactsView>('wallet/get_info', { currency: currencyId }, { ...QUIET, signal }),
  });

/** The user's addresses of one coin. */
export const addressesOf = (currencyId: number) =>
  queryOptions({
    queryKey: [...BOOK, currencyId],
    queryFn: ({ signal }) => readBook({ currency: currencyId }, signal),
  });

/** The user's addresses of all coins. */
export const allAddresses = queryOptions({
  queryKey: [...BOOK, 'all'],
  queryFn: ({ signal }) => readBook({}, signal),
});

/** The wire refuses where there is none. */
async function readBook(asked: { currency?: number }, signal: AbortSignal): Promise<AddressView[]> {
  try {
    return await post<AddressView[]>('wallet/get_address', asked, { ...QUIET, signal });
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'withdrawals.address-missing') return [];
    throw error;
  }
}

export interface Asked {
  currencyId: number;
  network: string;
  amount: DecimalText;
}

/** What it would cost. Nothing is done. */
export const withdrawalPreview = ({ currencyId, network, amount }: Asked) =>
  queryOptions({
    queryKey: [OWN, 'withdrawal-preview', currencyId, network, amount],
    queryFn: ({ signal }) => {
      const isBank = network === BANK_NETWORK;
      const fields = { currency: currencyId, number: amount, netType: network, way: isBank ? 'bank' : '' };
      return post<WithdrawalPreviewView>('wallet/out_preview', fields, { ...QUIET, signal });
    },
    retry: false,
  });

export interface Withdrawal extends Asked {
  /** Of the own book; empty for the bank card. */
  addressId: string;
  remark: string;
  /** The fee that was shown: a higher one is refused. */
  worstFee: DecimalText;
  fundPassword: string;
  proof: ProofFields;
}

/** @returns the withdrawal as it was taken; null where the server does not say it. */
export function withdraw(withdrawal: Withdrawal, key: string): Promise<TakenWithdrawalView | null> {
  const { currencyId, worstFee, network, amount, addressId, remark, fundPassword, proof } = withdrawal;
  const isBank = network === BANK_NETWORK;
  // Empty counts as not said.
  const where = { way: isBank ? 'bank' : '', address_id: isBank ? '' : addressId, netType: isBank ? '' : network };
  return post(
    'wallet/out',
    {
      currency: currencyId,
      number: amount,
      ...where,
      remark,
      worst_fee: worstFee,
      pay_password: fundPassword,
      ...proof,
    },
    { ...QUIET, idempotencyKey: key, beside: 'withdrawal' },
  );
}

export interface NewAddress {
  currencyId: number;
  network: string;
  address: string;
  notes: string;
  fundPassword: string;
  proof: ProofFields;
}

export function addAddress(added: NewAddress, key: string): Promise<string> {
  const { currencyId, network, fundPassword, proof, ...rest } = added;
  return post(
    'wallet/addaddress',
    { currency_id: currencyId, netType: network, pay_password: fundPassword, ...rest, ...proof },
    { ...QUIET, idempotencyKey: key },
  );
}

export function deleteAddress(id: string): Promise<string> {
  return post('wallet/deladdress', { address_id: id }, QUIET);
}

/** Reads balance and limits again whenever money of the user has moved, or may have. */
export function useWithdrawalEvents(): void {
  const queries = useQueryClient();
  const readAgain = () => void queries.invalidateQueries({ queryKey: FACTS });
  useAccountEvents('balance', readAgain);
  useAccountEvents('withdrawal', readAgain);
  useAccountEventsStart(readAgain);
}

/** Reads what changes with a withdrawal or an address again. */
export function useReadAgain(): { facts: () => void; book: () => void } {
  const queries = useQueryClient();
  return {
    facts: () => void queries.invalidateQueries({ queryKey: FACTS }),
    book: () => void queries.invalidateQueries({ queryKey: BOOK }),
  };
}
