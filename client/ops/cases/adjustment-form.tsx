import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { ProposedView } from '../../../server/contract/operations';
import type { WalletAccount } from '../../../server/contract/wallet/wallet.dto';
import { useLanguage } from '../../platform/preferences';
import { useSubmission } from '../../platform/use-submission';
import { PillChoice } from '../../ui/pill-choice';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { readTypedAmount } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { CoinAmount } from '../parts/coin-amount';
import { DeskForm } from '../parts/desk-form';
import { NUMBER_ONLY } from '../parts/filter-fields';
import { SelectField } from '../parts/select-field';
import { refreshDesk } from '../parts/use-desk-query';

const ACCOUNTS: readonly WalletAccount[] = ['spot', 'option', 'contract', 'trust'];
const EMPTY = { userId: '', account: 'spot', currencyId: '', direction: 'into', amount: '', reason: '' };
type Values = typeof EMPTY;

/** A change of somebody's money by hand, for another operator to approve. */
export function AdjustmentForm() {
  const { t } = useTranslation('desk');
  const [parameters] = useSearchParams();
  const { form, ...submission } = useAdjustment(parameters.get('user') ?? '');
  return (
    <DeskForm form={form} {...submission} action={t('proposal.propose')} help={t('proposal.reasonHelp')} isCase>
      <h2>{t('proposal.adjust')}</h2>
      <p className="desk-note">{t('proposal.adjustText')}</p>
      <TextField {...form.getInputProps('userId')} label={t('common.userNumber')} inputMode="numeric" maxLength={18} />
      <SelectField
        {...form.getInputProps('account')}
        label={t('common.account')}
        choices={ACCOUNTS.map((account) => ({ value: account, label: t(`user.${account}`) }))}
      />
      <CoinAmount form={form}>
        <PillChoice
          legend={t('proposal.direction')}
          choices={[
            { key: 'into', label: t('proposal.into') },
            { key: 'outOf', label: t('proposal.outOf') },
          ]}
          chosen={form.values.direction === 'into' ? 'into' : 'outOf'}
          onChoose={(direction) => form.setFieldValue('direction', direction)}
        />
      </CoinAmount>
    </DeskForm>
  );
}

function useAdjustment(userId: string) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const isAmount = (typed: string) => /[1-9]/.test(readTypedAmount(typed, language) ?? '');
  const form = useForm<Values>({
    initialValues: { ...EMPTY, userId },
    validate: {
      userId: (value) => (NUMBER_ONLY.test(value.trim()) ? null : t('form.number')),
      currencyId: (value) => (value === '' ? t('form.required') : null),
      amount: (value) => (isAmount(value) ? null : t('form.amount')),
      reason: (value) => (value.trim().length < 2 ? t('form.reasonShort') : null),
    },
  });
  const submission = useSubmission<Values>(form, {
    fields: {
      'operations.not-found': 'userId',
      'ledger.too-many-decimals': 'amount',
      'ledger.insufficient-balance': 'amount',
      'wallet.adjustment-cap': 'amount',
      'wallet.account-unavailable': 'account',
      'wallet.unknown-currency': 'currencyId',
    },
    send: async ({ account, currencyId, direction, amount, ...rest }, key) => {
      const size = readTypedAmount(amount, language) ?? '0';
      const body = {
        userId: rest.userId.trim(),
        account,
        currencyId: Number.parseInt(currencyId, 10),
        amount: direction === 'into' ? size : `-${size}`,
        reason: rest.reason.trim(),
      };
      await deskPost<ProposedView>('adjustments', body, key);
      toast(t('proposal.proposed'));
      form.reset();
      refreshDesk('proposals', 'queues');
    },
  });
  return { form, ...submission };
}
