import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NetworkView, ProposedView } from '../../../server/contract/operations';
import { CallFailed } from '../../platform/api';
import { useLanguage } from '../../platform/preferences';
import { AmountInput } from '../../ui/amount-input';
import { withoutClosingZeros } from '../../ui/money-text';
import { toast } from '../../ui/toast';
import { readTypedAmount, typedAs } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk } from '../parts/use-desk-query';

interface Props {
  network: NetworkView;
  unit: string;
  onDone: () => void;
}

/** Above which amount two people decide; that itself takes two people. */
export function LimitForm({ network: { id, secondPersonAbove }, unit, onDone }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const [typed, setTyped] = useState(
    secondPersonAbove === null ? '' : typedAs(withoutClosingZeros(secondPersonAbove), language),
  );
  const amount = readTypedAmount(typed, language);
  const isWrong = amount === null;
  const send = async (reason: string, key: string) => {
    if (isWrong) throw new CallFailed('refused', t('form.amount'));
    await deskPost<ProposedView>(`networks/${id}/limit`, { secondPersonAbove: amount, reason }, key);
    toast(t('proposal.proposed'));
    refreshDesk('proposals', 'queues');
    onDone();
  };
  return (
    <ReasonForm
      action={t('coin.proposeLimit')}
      help={t('coin.reasonHelp')}
      send={send}
      content={typed}
      onCancel={onDone}
    >
      <AmountInput
        label={t('coin.limit')}
        help={t('coin.limitHelp')}
        value={typed}
        onChange={setTyped}
        error={isWrong && typed.trim() !== '' ? t('form.amount') : null}
        unit={unit}
      />
    </ReasonForm>
  );
}
