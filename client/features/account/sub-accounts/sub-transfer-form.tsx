import { useTranslation } from 'react-i18next';
import type { SubAccountsView } from '../../../../server/contract/account/sub-accounts.dto';
import { SUB_ACCOUNT_POCKETS } from '../../../../server/contract/rules/sub-accounts.rules';
import { useTradingPaused } from '../../../platform/trading-status';
import { AmountInput } from '../../../ui/amount-input';
import { Form, FormIntro } from '../../../ui/form';
import { MoneyText } from '../../../ui/money-text';
import { SelectField } from '../../../ui/select-field';
import styles from './sub-accounts.module.css';
import { MAIN, useSubTransfer } from './use-sub-transfer';

interface Props {
  view: SubAccountsView;
  /** The sub-account that is looked at: money comes to it unless its owner says otherwise. */
  to: string;
  onDone: () => void;
  onCancel: () => void;
}

type Transfer = ReturnType<typeof useSubTransfer>;

/** Moves money between the main account and sub-accounts, and between these. */
export function SubTransferForm({ view, to, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const paused = useTradingPaused();
  const transfer = useSubTransfer(view, to, onDone);
  const { form, isReady, busy, problem, submit } = transfer;
  return (
    <>
      <FormIntro title={t('subAccounts.transfer')} text={t('subAccounts.transferText')} />
      <Form
        onSubmit={form.onSubmit(submit)}
        submit={t('subAccounts.transfer')}
        busy={busy}
        disabled={!isReady}
        blocked={paused}
        problem={problem}
        onCancel={onCancel}
      >
        <Places view={view} form={form} />
        <Amount {...transfer} />
      </Form>
    </>
  );
}

/** From where to where. */
function Places({ view, form }: Pick<Props, 'view'> & Pick<Transfer, 'form'>) {
  const { t } = useTranslation();
  const { fromId, fromAccount, toId, toAccount } = form.values;
  const owners = [
    { key: MAIN, label: t('subAccounts.main') },
    ...view.list.map(({ id, label }) => ({ key: id, label })),
  ];
  const pockets = SUB_ACCOUNT_POCKETS.map((key) => ({ key, label: t(`subAccounts.pockets.${key}`) }));
  return (
    <>
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
    </>
  );
}

/** What, and how much of it. */
function Amount({ form, coins, coin, gone, isHeld, type }: Omit<Transfer, 'submit'>) {
  const { t } = useTranslation();
  if (coins.length === 0 && !isHeld) return <p className={styles.small}>{t('subAccounts.nothingThere')}</p>;
  const choices = coins.map(({ currencyId, currency }) => ({ key: String(currencyId), label: currency }));
  const shown = coin?.currency ?? gone?.label ?? '';
  return (
    <>
      <SelectField
        label={t('subAccounts.coin')}
        value={coin ? String(coin.currencyId) : form.values.currency}
        onChange={(key) => form.setFieldValue('currency', key)}
        choices={gone ? [...choices, gone] : choices}
        error={gone && !isHeld ? t('subAccounts.coinGone', { coin: gone.label }) : null}
      />
      <AmountInput
        {...form.getInputProps('amount')}
        value={form.values.amount}
        onChange={type}
        label={t('subAccounts.amount')}
        unit={shown}
        {...(coin && {
          max: coin.available,
          help: (
            <>
              {t('subAccounts.available')}: <MoneyText brief value={coin.available} unit={coin.currency} />
            </>
          ),
        })}
      />
    </>
  );
}
