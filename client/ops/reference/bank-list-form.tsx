import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { TypedField } from '../parts/typed-field';
import { refreshDesk } from '../parts/use-desk-query';

/** A bank that is offered from now on, or no longer. */
export function ListBankForm() {
  const { t } = useTranslation('desk');
  const [name, setName] = useState('');
  const [listed, setListed] = useState('yes');
  const send = async (reason: string, key: string) => {
    await deskPost('reference/banks', { name: name.trim(), listed: listed === 'yes', reason }, key);
    toast(t('reference.bankSaved'));
    refreshDesk('reference');
    setName('');
  };
  return (
    <ReasonForm
      action={t('reference.saveBank')}
      send={send}
      content={`${listed} ${name}`}
      disabled={name.trim().length < 2}
    >
      <TypedField label={t('reference.bankName')} value={name} maxLength={100} onType={setName} />
      <SelectField
        label={t('common.status')}
        value={listed}
        choices={[
          { value: 'yes', label: t('reference.offered') },
          { value: 'no', label: t('reference.notOffered') },
        ]}
        onChange={setListed}
      />
    </ReasonForm>
  );
}
