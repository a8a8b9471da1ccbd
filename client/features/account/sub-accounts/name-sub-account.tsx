import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { SUB_ACCOUNT_LABEL_MAX, subAccountLabel } from '../../../../server/contract/rules/sub-accounts.rules';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';

interface Props {
  title: string;
  label: string;
  send: (label: string) => Promise<unknown>;
  onDone: () => void;
  onCancel: () => void;
}

/** A name for a sub-account: a new one's, or another. */
export function NameSubAccount({ title, label, send, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { label },
    validate: {
      label: (typed) =>
        subAccountLabel(typed) ? null : t('subAccounts.nameInvalid', { count: SUB_ACCOUNT_LABEL_MAX }),
    },
  });
  const { busy, problem, submit } = useSubmission<{ label: string }>(form, {
    fields: { 'sub-account.name-used': 'label' },
    send: async (values) => {
      await send(values.label);
      onDone();
    },
  });
  return (
    <>
      <FormIntro title={title} text={t('subAccounts.nameText')} />
      <Form onSubmit={form.onSubmit(submit)} submit={t('form.save')} busy={busy} problem={problem} onCancel={onCancel}>
        <TextField {...form.getInputProps('label')} label={t('subAccounts.name')} autoComplete="off" />
      </Form>
    </>
  );
}
