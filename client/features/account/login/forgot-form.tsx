import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { Form } from '../../../ui/form';
import { PasswordField } from '../../../ui/password-field';
import {
  focusFirstError,
  judgeNewPassword,
  judgeRepeated,
  judgeResetCode,
  passwordLengths,
  useVerdict,
} from '../profile';
import { resetPassword, sendCode } from './login.api';
import { ContactCode } from './contact-code';
import { accountName, ContactFields, type ContactValues, emptyContact, judgeContact } from './contact-fields';

interface Values extends ContactValues {
  code: string;
  password: string;
  repeated: string;
}

const MINIMUM = 6;

/** A new login password with a code that proves the account's e-mail or phone. */
export function ForgotForm({ onDone }: { onDone: (values: ContactValues) => void }) {
  const { t } = useTranslation();
  const words = useVerdict(MINIMUM);
  const language = useLanguage();
  const form = useForm<Values>({
    initialValues: { ...emptyContact(language), code: '', password: '', repeated: '' },
    validate: (values) => {
      const contact = judgeContact(values);
      return {
        email: words(contact.email),
        phone: words(contact.phone),
        code: words(judgeResetCode(values.code)),
        password: words(judgeNewPassword(values.password, MINIMUM)),
        repeated: words(judgeRepeated(values.repeated, values.password)),
      };
    },
  });
  const { busy, problem, submit } = useSubmission<Values>(form, {
    fields: {
      'account.email-invalid': 'email',
      'account.phone-invalid': 'phone',
      'account.code-required': 'code',
      'account.code-wrong': 'code',
      'account.password-length': 'password',
      'account.password-weak': 'password',
      'account.passwords-differ': 'repeated',
    },
    send: async (values) => {
      await resetPassword(accountName(values), values.code, values.password, values.repeated);
      onDone(values);
    },
  });
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
      submit={t('forgot.submit')}
      busy={busy}
      problem={problem}
    >
      <ContactFields form={form} kinds={['email', 'phone']} label={t('login.by')} />
      <ContactCode
        form={form}
        path="code"
        longest={14}
        send={(name) => sendCode(name, 'forget')}
        input={form.getInputProps('code')}
      />
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
