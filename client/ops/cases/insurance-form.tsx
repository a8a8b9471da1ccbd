import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ProposedView } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { useSubmission } from '../../platform/use-submission';
import { toast } from '../../ui/toast';
import { readTypedAmount } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { CoinAmount } from '../parts/coin-amount';
import { DeskForm } from '../parts/desk-form';
import { refreshDesk } from '../parts/use-desk-query';

const EMPTY = { currencyId: '', amount: '', reason: '' };
type Values = typeof EMPTY;

/** The house's own money into the insurance fund, for another operator to approve. */
export function InsuranceForm() {
  const { t } = useTranslation('desk');
  const { form, ...submission } = useTopUp();
  return (
    <DeskForm form={form} {...submission} action={t('proposal.propose')} isCase>
      <h2>{t('proposal.insurance')}</h2>
      <p className="desk-note">{t('proposal.insuranceText')}</p>
      <CoinAmount form={form} />
    </DeskForm>
  );
}

function useTopUp() {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const isAmount = (typed: string) => /[1-9]/.test(readTypedAmount(typed, language) ?? '');
  const form = useForm<Values>({
    initialValues: EMPTY,
    validate: {
      currencyId: (value) => (value === '' ? t('form.required') : null),
      amount: (value) => (isAmount(value) ? null : t('form.amount')),
      reason: (value) => (value.trim().length < 2 ? t('form.reasonShort') : null),
    },
  });
  const submission = useSubmission<Values>(form, {
    fields: { 'ledger.too-many-decimals': 'amount', 'wallet.unknown-currency': 'currencyId' },
    send: async ({ currencyId, amount, reason }, key) => {
      const body = { currencyId: Number.parseInt(currencyId, 10), amount: readTypedAmount(amount, language) ?? '0' };
      await deskPost<ProposedView>('insurance', { ...body, reason: reason.trim() }, key);
      toast(t('proposal.proposed'));
      form.reset();
      refreshDesk('proposals', 'queues');
    },
  });
  return { form, ...submission };
}
