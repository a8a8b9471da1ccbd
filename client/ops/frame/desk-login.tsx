import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperatorLoginView } from '../../../server/contract/operations';
import { CallFailed } from '../../platform/api';
import { useSubmission } from '../../platform/use-submission';
import { CodeField } from '../../ui/code-field';
import { Form } from '../../ui/form';
import { PasswordField } from '../../ui/password-field';
import { TextField } from '../../ui/text-field';
import { focusFirst } from '../parts/focus-first';
import { deskPost } from './desk-call';
import { enterDesk } from './desk-session';
import { FirstLogin } from './first-login';
import { OwnPassword } from './own-password';
import { LanguageChoice } from './language-choice';
import { PasskeyEntry } from './passkey-entry';

interface Values {
  login: string;
  password: string;
  totp: string;
  newPassword: string;
  repeat: string;
}

/**
 * A passkey first; password and authenticator where there is none. With a one-time password the server asks for one of the
 * operator's own.
 */
export function DeskLogin({ again }: { again?: string }) {
  const { t } = useTranslation('desk');
  const title = useId();
  const [isFirst, setFirst] = useState(false);
  return (
    <main
      className="desk-login"
      id="desk-content"
      aria-labelledby={title}
      role={again === undefined ? undefined : 'dialog'}
    >
      <div className="desk-login-head">
        <h1 id={title}>{t(again === undefined ? 'login.title' : 'login.again')}</h1>
        <p>{t(again === undefined ? 'login.text' : 'login.againText')}</p>
      </div>
      {!isFirst && <PasskeyEntry />}
      {isFirst ? <FirstLogin /> : <LoginForm login={again ?? ''} />}
      {again === undefined && (
        <Button variant="subtle" size="sm" onClick={() => setFirst(!isFirst)}>
          {t(isFirst ? 'login.before' : 'login.first')}
        </Button>
      )}
      <LanguageChoice />
    </main>
  );
}

function LoginForm({ login }: { login: string }) {
  const { t } = useTranslation('desk');
  const [asksOwn, setAsksOwn] = useState(false);
  const needed = (value: string) => (value.trim() === '' ? t('form.required') : null);
  const form = useForm<Values>({
    initialValues: { login, password: '', totp: '', newPassword: '', repeat: '' },
    validate: {
      login: needed,
      password: needed,
      totp: (value) => (/^\d{6}$/.test(value) ? null : t('form.code')),
      newPassword: (value) => (asksOwn ? needed(value) : null),
      repeat: (value, { newPassword }) => (asksOwn && value !== newPassword ? t('form.repeat') : null),
    },
  });
  const send = async ({ login: name, password, totp, newPassword }: Values) => {
    const own = asksOwn ? { newPassword } : {};
    try {
      enterDesk(
        await deskPost<OperatorLoginView>('login', { login: name.trim().toLowerCase(), password, totp, ...own }),
      );
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'operations.new-password-required') setAsksOwn(true);
      throw error;
    }
  };
  const fields = {
    'operations.new-password-required': 'newPassword',
    'operations.password-weak': 'newPassword',
  } as const;
  const { busy, problem, submit } = useSubmission<Values>(form, { send, fields });
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      submit={t('login.submit')}
      busy={busy}
      problem={problem}
    >
      <TextField
        {...form.getInputProps('login')}
        label={t('login.login')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        autoFocus={login === ''}
      />
      <PasswordField
        {...form.getInputProps('password')}
        label={t('login.password')}
        autoComplete="current-password"
        maxLength={200}
        autoFocus={login !== ''}
      />
      <CodeField {...form.getInputProps('totp')} label={t('login.totp')} />
      {asksOwn && <OwnPassword input={(path) => form.getInputProps(path)} />}
    </Form>
  );
}
