import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk } from '../parts/use-desk-query';

/** The rate of everybody, for a second person to agree to. */
export function ProposeTerms({ percentMax }: { percentMax: string }) {
  const { t } = useTranslation('desk');
  const [percent, setPercent] = useState('');
  const send = async (reason: string, key: string) => {
    await deskPost('referral/terms', { percent: percent.trim(), reason }, key);
    toast(t('news.proposed'));
    refreshDesk('proposals', 'queues');
    setPercent('');
  };
  return (
    <ReasonForm action={t('referral.proposeTerms')} send={send} content={percent} disabled={percent.trim() === ''}>
      <PercentField value={percent} onChange={setPercent} help={t('referral.percentHelp', { maximum: percentMax })} />
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
    <TextField
      label={`${t('referral.percent')} (%)`}
      help={help}
      value={value}
      maxLength={6}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
