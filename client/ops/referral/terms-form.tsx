import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../platform/preferences';
import { AmountInput } from '../../ui/amount-input';
import { toast } from '../../ui/toast';
import { amountFrom } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk } from '../parts/use-desk-query';

/** The rate of everybody, for a second person to agree to. */
export function ProposeTerms({ percentMax }: { percentMax: string }) {
  const { t } = useTranslation('desk');
  const [typed, setTyped] = useState('');
  const percent = amountFrom(typed, useLanguage());
  const send = async (reason: string, key: string) => {
    await deskPost('referral/terms', { percent, reason }, key);
    toast(t('news.proposed'));
    refreshDesk('proposals', 'queues');
    setTyped('');
  };
  return (
    <ReasonForm action={t('referral.proposeTerms')} send={send} content={percent} disabled={percent === ''}>
      <PercentField value={typed} onChange={setTyped} help={t('referral.percentHelp', { maximum: percentMax })} />
    </ReasonForm>
  );
}

export function PercentField({
  value,
  onChange,
  help,
}: {
  value: string;
  onChange: (text: string) => void;
  help: string;
}) {
  const { t } = useTranslation('desk');
  return (
    <AmountInput label={`${t('referral.percent')} (%)`} help={help} value={value} maxLength={6} onChange={onChange} />
  );
}
