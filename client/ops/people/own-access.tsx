import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../platform/preferences';
import { useSubmission } from '../../platform/use-submission';
import { CodeField } from '../../ui/code-field';
import { PasswordField } from '../../ui/password-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { leaveDesk, useOperator } from '../frame/desk-session';
import { LanguageChoice } from '../frame/language-choice';
import { focusFirst } from '../parts/focus-first';
import { PageHead, Panel } from '../parts/panel';
import { Problem } from '../parts/desk-form';
import { useAct } from '../parts/use-act';
import { formatMoment } from '../parts/when';
import { OwnPasskeys } from './own-passkeys';

const SHORTCUTS = [
  { keys: 'j, k', words: 'keyMove' },
  { keys: 'c', words: 'keyClaim' },
  { keys: '/', words: 'keySearch' },
  { keys: 'Esc', words: 'keyBack' },
] as const;

/** The operator's own session, password and language. */
export function OwnAccessPage() {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const { operator, expiresAt, idleMinutes } = useOperator();
  const { busy, problem, run } = useAct();
  const logOut = async () => {
    await deskPost('logout');
    leaveDesk();
  };
  return (
    <div className="desk-page desk-narrow">
      <PageHead title={t('nav.own')} />
      <Panel title={operator.login}>
        <p>{operator.roles.map((role) => `${t(`roles.${role}`)} (${t(`roles.${role}Text`)})`).join(', ')}</p>
        <p className="desk-note">
          {t('own.expires', { time: formatMoment(expiresAt, language), minutes: idleMinutes })}
        </p>
        <Problem text={problem} />
        <div className="desk-actions">
          <Button size="sm" variant="default" loading={busy} onClick={() => run(logOut)}>
            {t('own.logOut')}
          </Button>
        </div>
      </Panel>
      <OwnPasskeys />
      {operator.hasPassword && (
        <Panel title={t('own.password')}>
          <PasswordForm />
        </Panel>
      )}
      <Panel title={t('own.language')}>
        <LanguageChoice />
      </Panel>
      <Panel title={t('own.shortcuts')}>
        <dl className="desk-facts">
          {SHORTCUTS.map(({ keys, words }) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{t(`own.${words}`)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}

const EMPTY = { password: '', totp: '', newPassword: '', repeat: '' };
type Values = typeof EMPTY;

function PasswordForm() {
  const { t } = useTranslation('desk');
  const needed = (value: string) => (value === '' ? t('form.required') : null);
  const form = useForm<Values>({
    initialValues: EMPTY,
    validate: {
      password: needed,
      totp: (value) => (/^\d{6}$/.test(value) ? null : t('form.code')),
      newPassword: needed,
      repeat: (value, { newPassword }) => (value === newPassword ? null : t('form.repeat')),
    },
  });
  const { busy, problem, submit } = useSubmission<Values>(form, {
    fields: { 'operations.password-weak': 'newPassword', 'operations.login-wrong': 'password' },
    send: async ({ password, totp, newPassword }) => {
      await deskPost('me/password', { password, totp, newPassword });
      toast(t('own.changed'));
      form.reset();
    },
  });
  return (
    <form
      noValidate
      className="desk-form"
      aria-busy={busy}
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <PasswordField
        {...form.getInputProps('password')}
        label={t('own.current')}
        autoComplete="current-password"
        maxLength={200}
      />
      <CodeField {...form.getInputProps('totp')} label={t('login.totp')} />
      <PasswordField
        {...form.getInputProps('newPassword')}
        label={t('login.newPassword')}
        autoComplete="new-password"
        maxLength={200}
      />
      <PasswordField
        {...form.getInputProps('repeat')}
        label={t('login.repeat')}
        autoComplete="new-password"
        maxLength={200}
      />
      <Problem text={problem} />
      <div className="desk-actions">
        <Button type="submit" size="sm" loading={busy}>
          {t('own.password')}
        </Button>
      </div>
    </form>
  );
}
