import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSubmission } from '../../../platform/use-submission';
import { Form, FormIntro } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { FUND_PASSWORD_REFUSALS } from '../../../ui/fund-password-refusals';
import { judgePin, useVerdict } from '../profile';
import styles from './data-exports.module.css';

interface Props {
  title: string;
  text: string;
  /** The word on the button. */
  act: string;
  send: (fundPassword: string) => Promise<void>;
  onCancel: () => void;
}

/** What is done with the fund password alone: asking for a file, and saving one. */
export function ProveByFundPassword({ title, text, act, send, onCancel }: Props) {
  const { t } = useTranslation();
  const words = useVerdict();
  const form = useForm({
    initialValues: { fundPassword: '' },
    validate: { fundPassword: (value) => words(judgePin(value)) },
  });
  const { busy, problem, submit } = useSubmission<{ fundPassword: string }>(form, {
    fields: FUND_PASSWORD_REFUSALS,
    send: ({ fundPassword }) => send(fundPassword),
  });
  return (
    <>
      <FormIntro title={title} text={text} />
      <Form onSubmit={form.onSubmit(submit)} submit={act} busy={busy} problem={problem}>
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
