import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { SubAccountBalanceView, SubAccountsView } from '../../../../server/contract/account/sub-accounts.dto';
import { parseAmount } from '../../../../server/contract/money';
import type { SubAccountPocket } from '../../../../server/contract/rules/sub-accounts.rules';
import { UNKNOWN } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { toast } from '../../../ui/toast';
import { readTypedAmount } from '../../../ui/typed-amount';
import { moveSubMoney } from './sub-accounts.api';

/** Decimals of every coin's amounts. */
const AMOUNT_DECIMALS = 8;
/** The main account's place in the lists. */
export const MAIN = '';

export interface SubTransferValues {
  fromId: string;
  fromAccount: SubAccountPocket;
  toId: string;
  toAccount: SubAccountPocket;
  /** The coin's number: as soon as an amount is typed it is one that its user has seen. Empty before: the first that is there. */
  currency: string;
  /** As it was typed. */
  amount: string;
}

/** The form of a transfer to a sub-account, or wherever its owner says: its rules, and what becomes of it. */
export function useSubTransfer(view: SubAccountsView, to: string, onDone: () => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  const read = (typed: string) => parseAmount(readTypedAmount(typed, language), AMOUNT_DECIMALS);
  const form = useForm<SubTransferValues>({
    initialValues: { fromId: MAIN, fromAccount: 'spot', toId: to, toAccount: 'spot', currency: '', amount: '' },
    validate: {
      toId: (chosen, { fromId }) => (chosen === fromId ? t('subAccounts.sameAccount') : null),
      amount: (typed) => {
        if (typed.trim() === '') return t('form.required');
        const { amount, problem } = read(typed);
        if (problem === 'decimals') return t('errors.decimals', { count: AMOUNT_DECIMALS });
        return amount === null ? t('errors.amount') : null;
      },
    },
  });
  const { currency } = form.values;
  const coins = coinsIn(view, form.values);
  const coin = currency === '' ? coins[0] : coins.find(({ currencyId }) => String(currencyId) === currency);
  const submission = useSubmission<SubTransferValues>(form, {
    form: 'sub-transfer',
    fields: { 'wallet.transfer-insufficient': 'amount', 'ledger.too-many-decimals': 'amount' },
    send: async ({ fromId, fromAccount, toId, toAccount, currency: sent, amount }, key) => {
      const places = { from: { id: fromId, account: fromAccount }, to: { id: toId, account: toAccount } };
      const order = { ...places, currencyId: Number(sent), amount: read(amount).amount ?? amount };
      toast(await moveSubMoney(order, key));
      onDone();
    },
  });
  // One that may have been done already is asked about as it was: that there is nothing left there may be its own doing.
  const isHeld = submission.held(form.values) !== null;
  const isGone = currency !== '' && !coin;
  return {
    form,
    coins,
    coin,
    /** The chosen coin where there is nothing of it; null: it is there, or none is chosen. */
    gone: isGone ? { key: currency, label: nameOf(view, currency) } : null,
    isHeld,
    isReady: isHeld || coin !== undefined,
    /** From here on the coin is the one that stands beside the amount, whatever becomes of the list. */
    type: (amount: string) =>
      form.setValues({ amount, ...(currency === '' && coin && { currency: String(coin.currencyId) }) }),
    ...submission,
  };
}

/** What there is to move where it comes from. */
function coinsIn({ list, main }: SubAccountsView, { fromId, fromAccount }: SubTransferValues): SubAccountBalanceView[] {
  const { balances = [] } = (fromId === MAIN ? main : list.find(({ id }) => id === fromId)?.worth) ?? {};
  return balances.filter(({ account, available }) => account === fromAccount && available !== '0');
}

/** What a coin is called, wherever the user has a balance of it. */
function nameOf({ list, main }: SubAccountsView, currency: string): string {
  const balances = [main, ...list.map(({ worth }) => worth)].flatMap((worth) => worth.balances);
  return balances.find(({ currencyId }) => String(currencyId) === currency)?.currency ?? UNKNOWN;
}
