import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RATED_CURRENCIES, rateOf } from '../../../server/contract/rules/exchange-rate.rules';
import { useLanguage } from '../../platform/preferences';
import { AmountInput } from '../../ui/amount-input';
import { toast } from '../../ui/toast';
import { amountFrom } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { refreshDesk } from '../parts/use-desk-query';

/** Another rate, for a second person to agree to. */
export function RateForm() {
  const { t } = useTranslation('desk');
  const [currency, setCurrency] = useState<string>(RATED_CURRENCIES[0]);
  const [typed, setTyped] = useState('');
  const yuan = amountFrom(typed, useLanguage());
  const send = async (reason: string, key: string) => {
    await deskPost('reference/rates', { currency, yuan, reason }, key);
    toast(t('proposal.proposed'));
    refreshDesk('proposals', 'queues');
    setTyped('');
  };
  return (
    <ReasonForm
      action={t('reference.proposeRate')}
      send={send}
      content={`${currency} ${yuan}`}
      disabled={rateOf(yuan) === null}
    >
      <SelectField
        label={t('common.coin')}
        value={currency}
        choices={RATED_CURRENCIES.map((code) => ({ value: code, label: code }))}
        onChange={setCurrency}
      />
      <AmountInput
        label={t('reference.yuan')}
        help={t('reference.yuanHelp')}
        value={typed}
        maxLength={12}
        onChange={setTyped}
      />
    </ReasonForm>
  );
}
