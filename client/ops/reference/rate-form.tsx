import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RATED_CURRENCIES, rateOf } from '../../../server/contract/rules/exchange-rate.rules';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { TypedField } from '../parts/typed-field';
import { refreshDesk } from '../parts/use-desk-query';

/** Another rate, for a second person to agree to. */
export function RateForm() {
  const { t } = useTranslation('desk');
  const [currency, setCurrency] = useState<string>(RATED_CURRENCIES[0]);
  const [yuan, setYuan] = useState('');
  const send = async (reason: string, key: string) => {
    await deskPost('reference/rates', { currency, yuan: yuan.trim(), reason }, key);
    toast(t('proposal.proposed'));
    refreshDesk('proposals', 'queues');
    setYuan('');
  };
  return (
    <ReasonForm
      action={t('reference.proposeRate')}
      send={send}
      content={`${currency} ${yuan}`}
      disabled={rateOf(yuan.trim()) === null}
    >
      <SelectField
        label={t('common.coin')}
        value={currency}
        choices={RATED_CURRENCIES.map((code) => ({ value: code, label: code }))}
        onChange={setCurrency}
      />
      <TypedField
        label={t('reference.yuan')}
        help={t('reference.yuanHelp')}
        value={yuan}
        maxLength={12}
        inputMode="decimal"
        onType={setYuan}
      />
    </ReasonForm>
  );
}
