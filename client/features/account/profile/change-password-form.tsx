import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSubmission } from '../../../platform/use-submission';
import { Form } from '../../../ui/form';
import { PasswordField } from '../../../ui/password-field';
import { changePassword } from './account.api';
import { focusFirstError } from './focus-first-error';
import { judgeNewPassword, judgeRepeated, passwordLengths } from './form-rules';
import { HoldNote } from './hold-note';
import { ProofFields } from './proof-fields';
import { NO_PROOF, PROOF_FIELDS, useProof } from './use-proof';
import { useVerdict } from './use-verdict';

const MINIMUM = 6;
const EMPTY = { password: '', repeated: '', ...NO_PROOF };

interface Props {
  /** Name of the account, for password managers. */
  account: string;
  onDone: () => void;
}

/** A new login password for whoever knows the old one, or a first one with another proof. */
export function ChangePasswordForm({ account, onDone }: Props) {
  const { t } = useTranslation();
  const words = useVerdict(MINIMUM);
  const needs = useProof('login-password');
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      ...needs.judge,
      password: (value) => words(judgeNewPassword(value, MINIMUM)),
      repeated: (value, { password }) => words(judgeRepeated(value, password)),
    },
  });
  const { busy, problem, submit } = useSubmission<typeof EMPTY>(form, {
    fields: {
      ...PROOF_FIELDS,
      'account.password-length': 'password',
      'account.password-weak': 'password',
      'account.password-unchanged': 'password',
      'account.passwords-differ': 'repeated',
    },
    send: async ({ password, repeated, ...typed }) => {
      const proof = await needs.collect(typed);
      await changePassword(proof.login_password ?? '', { password, repeated, proof });
      onDone();
    },
  });
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
      submit={t('form.save')}
      busy={busy}
      problem={problem}
      above={<HoldNote needs={needs} />}
    >
      <input type="text" autoComplete="username" value={account} readOnly hidden />
      {needs.has('login-password') ? (
        <PasswordField
          {...form.getInputProps('loginPassword')}
          label={t('form.oldPassword')}
          autoComplete="current-password"
          maxLength={256}
        />
      ) : (
        <ProofFields
          needs={needs}
          input={(path) => form.getInputProps(path)}
          onProblem={(problemWords) => form.setFieldError('code', problemWords)}
        />
      )}
      <PasswordField
        {...form.getInputProps('password')}
        label={t('form.newPassword')}
        help={t('form.passwordHelp', passwordLengths(MINIMUM))}
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
