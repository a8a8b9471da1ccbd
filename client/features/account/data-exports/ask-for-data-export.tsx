import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { judgePin, useVerdict } from '../profile';
import { askForDataExport } from './data-exports.api';
import styles from './data-exports.module.css';

/** At the field of the fund password these are shown. */
const REFUSALS = {
  'account.fund-password-wrong': 'fundPassword',
  'account.fund-password-format': 'fundPassword',
  'account.fund-password-missing': 'fundPassword',
  'account.fund-password-locked': 'fundPassword',
  'account.fund-password-stays-locked': 'fundPassword',
} as const;

export function AskForDataExport({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const words = useVerdict();
  const form = useForm({
    initialValues: { fundPassword: '' },
    validate: { fundPassword: (value) => words(judgePin(value)) },
  });
  const { busy, problem, submit } = useSubmission<{ fundPassword: string }>(form, {
    fields: REFUSALS,
    send: async ({ fundPassword }) => {
      await askForDataExport(fundPassword);
      onDone();
    },
  });
  return (
    <>
      <FormIntro title={t('dataExports.question')} text={t('dataExports.questionText')} />
      <Form onSubmit={form.onSubmit(submit)} submit={t('dataExports.ask')} busy={busy} problem={problem}>
        <FundPasswordField {...form.getInputProps('fundPassword')} value={form.values.fundPassword} />
      </Form>
      <div className={styles.actions}>
        <Button variant="default" size="lg" fullWidth onClick={onCancel}>
          {t('form.cancel')}
        </Button>
      </div>
    </>
  );
}
