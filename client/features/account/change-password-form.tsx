import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSubmission } from '../../platform/use-submission';
import { Form } from '../../ui/form';
import { PasswordField } from '../../ui/password-field';
import { changePassword } from './account.api';
import { focusFirstError } from './focus-first-error';
import { judgeFilled, judgeNewPassword, judgeRepeated } from './form-rules';
import { useVerdict } from './use-verdict';

const MINIMUM = 6;
const EMPTY = { old: '', password: '', repeated: '' };

interface Props {
  /** Name of the account, for password managers. */
  account: string;
  onDone: () => void;
}

/** A new login password for whoever knows the old one. */
export function ChangePasswordForm({ account, onDone }: Props) {
  const { t } = useTranslation();
  const words = useVerdict(MINIMUM);
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      old: (value) => words(judgeFilled(value)),
      password: (value) => words(judgeNewPassword(value, MINIMUM)),
      repeated: (value, { password }) => words(judgeRepeated(value, password)),
    },
  });
  const { busy, problem, submit } = useSubmission<typeof EMPTY>(form, {
    fields: {
      'account.old-password-wrong': 'old',
      'account.password-length': 'password',
      'account.password-weak': 'password',
      'account.password-unchanged': 'password',
      'account.passwords-differ': 'repeated',
    },
    send: async ({ old, password, repeated }) => {
      await changePassword(old, password, repeated);
      onDone();
    },
  });
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
      submit={t('form.save')}
      busy={busy}
      problem={problem}
    >
      <input type="text" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        {...form.getInputProps('old')}
        label={t('form.oldPassword')}
        autoComplete="current-password"
        maxLength={256}
      />
      <PasswordField
        {...form.getInputProps('password')}
        label={t('form.newPassword')}
        help={t('form.passwordHelp', { count: MINIMUM })}
        autoComplete="new-password"
        maxLength={128}
      />
      <PasswordField
        {...form.getInputProps('repeated')}
        label={t('form.repeatPassword')}
        autoComplete="new-password"
        maxLength={128}
      />
    </Form>
  );
}
