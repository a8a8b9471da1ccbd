import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ProposedView } from '../../../server/contract/operations';
import { useSubmission } from '../../platform/use-submission';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { DeskForm } from '../parts/desk-form';
import { refreshDesk } from '../parts/use-desk-query';

const EMPTY = { bankName: '', cardNumber: '', cardHolder: '', reason: '' };

/** Another account for everybody's bank transfers. */
export function BankForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('desk');
  const filled = (value: string) => (value.trim() === '' ? t('form.required') : null);
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      bankName: filled,
      cardNumber: filled,
      cardHolder: filled,
      reason: (value) => (value.trim().length < 2 ? t('form.reasonShort') : null),
    },
  });
  const submission = useSubmission<typeof EMPTY>(form, {
    send: async (values, key) => {
      const trimmed = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()]));
      await deskPost<ProposedView>('deposit-banks', trimmed, key);
      toast(t('proposal.proposed'));
      refreshDesk('proposals', 'queues');
      onDone();
    },
  });
  return (
    <DeskForm form={form} {...submission} action={t('bank.propose')} help={t('coin.reasonHelp')} onCancel={onDone}>
      <TextField {...form.getInputProps('bankName')} label={t('bank.name')} autoComplete="off" maxLength={100} />
      <TextField
        {...form.getInputProps('cardNumber')}
        label={t('bank.number')}
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
      />
      <TextField {...form.getInputProps('cardHolder')} label={t('bank.holder')} autoComplete="off" maxLength={100} />
    </DeskForm>
  );
}
