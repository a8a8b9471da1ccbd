import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { SubAccountBalanceView, SubAccountsView } from '../../../../server/contract/account/sub-accounts.dto';
import { SUB_ACCOUNT_POCKETS, type SubAccountPocket } from '../../../../server/contract/rules/sub-accounts.rules';
import { parseAmount } from '../../../../server/contract/money';
import { useLanguage } from '../../../platform/preferences';
import { useTradingPaused } from '../../../platform/trading-status';
import { useSubmission } from '../../../platform/use-submission';
import { AmountInput } from '../../../ui/amount-input';
import { Form, FormIntro } from '../../../ui/form';
import { MoneyText } from '../../../ui/money-text';
import { SelectField } from '../../../ui/select-field';
import { toast } from '../../../ui/toast';
import { readTypedAmount } from '../../../ui/typed-amount';
import { moveSubMoney } from './sub-accounts.api';
import styles from './sub-accounts.module.css';

/** Decimals of every coin's amounts. */
const AMOUNT_DECIMALS = 8;
/** The main account's place in the lists. */
const MAIN = '';

interface Values {
  fromId: string;
  fromAccount: SubAccountPocket;
  toId: string;
  toAccount: SubAccountPocket;
  currency: string;
  amount: string;
}

interface Props {
  view: SubAccountsView;
  /** The sub-account that is looked at: money comes to it unless its owner says otherwise. */
  to: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Moves money between the main account and sub-accounts, and between these. */
export function SubTransferForm({ view, to, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const paused = useTradingPaused();
  const read = (typed: string) => parseAmount(readTypedAmount(typed, language), AMOUNT_DECIMALS);
  const form = useForm<Values>({
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
  const { fromId, fromAccount, toId, toAccount, amount } = form.values;
  const coins = heldIn(view, fromId).filter(({ account, available }) => account === fromAccount && available !== '0');
  const coin = coins.find(({ currencyId }) => String(currencyId) === form.values.currency) ?? coins[0];
  const { busy, problem, submit } = useSubmission<Values>(form, {
    fields: { 'wallet.transfer-insufficient': 'amount', 'ledger.too-many-decimals': 'amount' },
    send: async (values, key) => {
      if (!coin) return;
      const from = { id: values.fromId, account: values.fromAccount };
      const order = { from, to: { id: values.toId, account: values.toAccount }, currencyId: coin.currencyId };
      toast(await moveSubMoney({ ...order, amount: read(values.amount).amount ?? values.amount }, key));
      onDone();
    },
  });
  const owners = [
    { key: MAIN, label: t('subAccounts.main') },
    ...view.list.map(({ id, label }) => ({ key: id, label })),
  ];
  const pockets = SUB_ACCOUNT_POCKETS.map((key) => ({ key, label: t(`subAccounts.pockets.${key}`) }));
  return (
    <>
      <FormIntro title={t('subAccounts.transfer')} text={t('subAccounts.transferText')} />
      <Form
        onSubmit={form.onSubmit(submit)}
        submit={t('subAccounts.transfer')}
        busy={busy}
        disabled={!coin}
        blocked={paused}
        problem={problem}
      >
        <SelectField
          label={t('subAccounts.from')}
          value={fromId}
          onChange={(key) => form.setFieldValue('fromId', key)}
          choices={owners}
        />
        <SelectField
          label={t('subAccounts.fromAccount')}
          value={fromAccount}
          onChange={(key) => form.setFieldValue('fromAccount', key)}
          choices={pockets}
        />
        <SelectField
          label={t('subAccounts.to')}
          value={toId}
          onChange={(key) => form.setFieldValue('toId', key)}
          choices={owners}
          error={form.errors.toId}
        />
        <SelectField
          label={t('subAccounts.toAccount')}
          value={toAccount}
          onChange={(key) => form.setFieldValue('toAccount', key)}
          choices={pockets}
        />
        {coin ? (
          <>
            <SelectField
              label={t('subAccounts.coin')}
              value={String(coin.currencyId)}
              onChange={(key) => form.setFieldValue('currency', key)}
              choices={coins.map(({ currencyId, currency }) => ({ key: String(currencyId), label: currency }))}
            />
            <AmountInput
              {...form.getInputProps('amount')}
              value={amount}
              onChange={(typed) => form.setFieldValue('amount', typed)}
              label={t('subAccounts.amount')}
              unit={coin.currency}
              max={coin.available}
              help={
                <>
                  {t('subAccounts.available')}: <MoneyText brief value={coin.available} unit={coin.currency} />
                </>
              }
            />
          </>
        ) : (
          <p className={styles.small}>{t('subAccounts.nothingThere')}</p>
        )}
      </Form>
      <div className={styles.actions}>
        <Button variant="default" size="lg" fullWidth onClick={onCancel}>
          {t('form.cancel')}
        </Button>
      </div>
    </>
  );
}

function heldIn({ list, main }: SubAccountsView, id: string): SubAccountBalanceView[] {
  return (id === MAIN ? main : list.find((each) => each.id === id)?.worth)?.balances ?? [];
}
