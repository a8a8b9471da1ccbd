import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { parseAmount } from '../../../../server/contract/money';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { toast } from '../../../ui/toast';
import { readTypedAmount } from '../../../ui/typed-amount';
import { afterTransfer, type Holding } from '../balances';
import type { TransferChoice } from './transfer-choices';
import { transfer } from './transfers.api';
import { WALLET_KEYS } from '../balances';

/** Decimals of every coin's amounts. */
export const AMOUNT_DECIMALS = 8;

interface Values extends TransferChoice {
  /** As it was typed. */
  amount: string;
}

/** The transfer's form: its rules, and what becomes of it. */
export function useTransfer(initial: TransferChoice, holdings: readonly Holding[]) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const coinOf = (id: number) => holdings.find(({ currencyId }) => currencyId === id) as Holding;
  const read = (typed: string) => parseAmount(readTypedAmount(typed, language), AMOUNT_DECIMALS);

  const judge = (typed: string, { from, currencyId }: Values): string | null => {
    if (typed.trim() === '') return t('form.required');
    const { amount, problem } = read(typed);
    if (problem === 'decimals') return t('errors.decimals', { count: AMOUNT_DECIMALS });
    if (amount === null) return t('errors.amount');
    const { available } = coinOf(currencyId).pockets[from];
    return afterTransfer(amount, available, '0') === null ? t('wallet.insufficient') : null;
  };

  const form = useForm<Values>({ initialValues: { ...initial, amount: '' }, validate: { amount: judge } });
  const submission = useSubmission<Values>(form, {
    fields: {
      'wallet.transfer-insufficient': 'amount',
      'ledger.insufficient-balance': 'amount',
      'ledger.too-many-decimals': 'amount',
    },
    send: async ({ amount, ...choice }, key) => {
      toast(await transfer({ ...choice, amount: read(amount).amount ?? amount }, key));
      form.setFieldValue('amount', '');
      await Promise.all(
        [WALLET_KEYS.accounts, WALLET_KEYS.transfers, WALLET_KEYS.statement].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  return {
    form,
    ...submission,
    coin: coinOf(form.values.currencyId),
    /** The typed amount where it is one. */
    amount: read(form.values.amount).amount,
  };
}
