import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSubmission } from '../../../platform/use-submission';
import { Form } from '../../../ui/form';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { judgeFilled, useVerdict } from '../profile';

interface Props {
  onSubmit: (code: string) => Promise<void>;
  onClose: () => void;
}

/** The second factor of a wallet login; the wallet is asked to sign anew, since a signed text is good once. */
export function WalletTotp({ onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const words = useVerdict();
  const form = useForm({
    initialValues: { totp: '' },
    validate: { totp: (value) => words(judgeFilled(value)) },
  });
  const { busy, problem, submit } = useSubmission<{ totp: string }>(form, {
    fields: { 'account.totp-wrong': 'totp' },
    send: ({ totp }) => onSubmit(totp.trim()),
  });
  return (
    <Sheet title={t('login.totp')} opened onClose={onClose}>
      <Form onSubmit={form.onSubmit(submit)} submit={t('login.submit')} busy={busy} problem={problem}>
        <TextField
          {...form.getInputProps('totp')}
          label={t('login.totp')}
          help={t('login.totpHelp')}
          autoComplete="one-time-code"
          maxLength={20}
          data-autofocus
        />
      </Form>
    </Sheet>
  );
}
