import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CallFailed } from '../../../platform/api';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { Form } from '../../../ui/form';
import { PasswordField } from '../../../ui/password-field';
import { TextField } from '../../../ui/text-field';
import { focusFirstError, judgeFilled, useVerdict } from '../profile';
import { logIn } from './login.api';
import styles from './login.module.css';
import { accountName, ContactFields, type ContactValues, emptyContact, judgeContact } from './contact-fields';

interface Values extends ContactValues {
  password: string;
  totp: string;
}

interface Props {
  /** Name of an account that was just made. */
  initial?: Partial<ContactValues>;
  onDone: () => void;
}

/** The form's values and rules, and what becomes of them. */
function useLogin({ initial, onDone }: Props) {
  const words = useVerdict();
  const language = useLanguage();
  const [asksTotp, setAsksTotp] = useState(false);
  const form = useForm<Values>({
    initialValues: { ...emptyContact(language), password: '', totp: '', ...initial },
    validate: (values) => {
      const contact = judgeContact(values);
      return {
        email: words(contact.email),
        phone: words(contact.phone),
        username: words(contact.username),
        password: words(judgeFilled(values.password)),
        totp: asksTotp ? words(judgeFilled(values.totp)) : null,
      };
    },
    validateInputOnChange: false,
  });
  const submission = useSubmission<Values>(form, {
    fields: {
      'account.email-invalid': 'email',
      'account.phone-invalid': 'phone',
      'account.username-invalid': 'username',
      'account.login-wrong': 'password',
      'account.totp-wrong': 'totp',
    },
    send: async (values) => {
      try {
        await logIn(accountName(values), values.password, values.totp.trim());
      } catch (error) {
        if (!(error instanceof CallFailed) || error.code !== 'account.totp-required') throw error;
        setAsksTotp(true);
        return;
      }
      onDone();
    },
  });
  return { form, asksTotp, ...submission };
}

/** Login with a password, and with the authenticator's code once the server asks for it. */
export function LoginForm(props: Props) {
  const { t } = useTranslation();
  const { form, asksTotp, busy, problem, submit } = useLogin(props);
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
      submit={t('login.submit')}
      busy={busy}
      problem={problem}
    >
      <ContactFields form={form} kinds={['email', 'phone', 'username']} label={t('login.by')} known />
      <div>
        <PasswordField
          {...form.getInputProps('password')}
          label={t('form.password')}
          autoComplete="current-password"
          maxLength={256}
        />
        <p className={styles.below}>
          <Link to="/pages/user/login/forgetPassword" className={styles.link}>
            {t('login.forgot')}
          </Link>
        </p>
      </div>
      {asksTotp && (
        <TextField
          {...form.getInputProps('totp')}
          label={t('login.totp')}
          help={t('login.totpHelp')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          // The field appears as the answer to the button: the next thing to do is to type in it.
          autoFocus
        />
      )}
    </Form>
  );
}
