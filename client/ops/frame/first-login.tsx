import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnrolmentView, OperatorLoginView } from '../../../server/contract/operations';
import { canUsePasskeys } from '../../platform/passkeys';
import { useSubmission } from '../../platform/use-submission';
import { CodeField } from '../../ui/code-field';
import { Form } from '../../ui/form';
import { PasswordField } from '../../ui/password-field';
import { QrCode } from '../../ui/qr-code';
import { TextField } from '../../ui/text-field';
import { CodeText } from '../parts/code-text';
import { Problem } from '../parts/desk-form';
import { focusFirst } from '../parts/focus-first';
import { deskPost } from './desk-call';
import { enrolPasskey } from './desk-passkeys';
import { enterDesk } from './desk-session';
import { OwnPassword, type OwnPasswordValues } from './own-password';

interface Invited {
  login: string;
  /** The one-time one. */
  password: string;
}

/**
 * With a one-time password: a passkey of one's own, which lets its operator in at once; or an authenticator, and then a
 * code of it and an own password.
 */
export function FirstLogin() {
  const [enrolled, setEnrolled] = useState<(Invited & EnrolmentView) | null>(null);
  return enrolled === null ? <Enrolment onEnrolled={setEnrolled} /> : <FirstCode {...enrolled} />;
}

function Enrolment({ onEnrolled }: { onEnrolled: (enrolled: Invited & EnrolmentView) => void }) {
  const { t } = useTranslation('desk');
  const needed = (value: string) => (value.trim() === '' ? t('form.required') : null);
  const form = useForm<Invited>({
    initialValues: { login: '', password: '' },
    validate: { login: needed, password: needed },
  });
  const invitedIn = ({ login, password }: Invited) => ({
    login: login.trim().toLowerCase(),
    password: password.trim(),
  });
  const byPasskey = useSubmission<Invited>(form, {
    send: async (values) => enterDesk(await enrolPasskey(t, invitedIn(values))),
  });
  const byAuthenticator = useSubmission<Invited>(form, {
    send: async (values) => {
      const invited = invitedIn(values);
      onEnrolled({ ...invited, ...(await deskPost<EnrolmentView>('enrol', invited)) });
    },
  });
  const hasPasskeys = canUsePasskeys();
  const { busy, problem, submit } = hasPasskeys ? byPasskey : byAuthenticator;
  const focus = (errors: typeof form.errors) => focusFirst(form, errors);
  return (
    <>
      <Form
        onSubmit={form.onSubmit(submit, focus)}
        submit={t(hasPasskeys ? 'login.makePasskey' : 'login.enrol')}
        busy={busy}
        problem={problem}
      >
        <p className="desk-note">{t('login.firstText')}</p>
        <TextField
          {...form.getInputProps('login')}
          label={t('login.login')}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          autoFocus
        />
        <PasswordField
          {...form.getInputProps('password')}
          label={t('login.oneTime')}
          autoComplete="one-time-code"
          maxLength={200}
        />
      </Form>
      {hasPasskeys && (
        <div className="desk-passkey">
          <Button
            variant="default"
            size="sm"
            loading={byAuthenticator.busy}
            onClick={() => form.onSubmit(byAuthenticator.submit, focus)()}
          >
            {t('login.enrol')}
          </Button>
          <Problem text={byAuthenticator.problem} />
        </div>
      )}
    </>
  );
}

interface Values extends OwnPasswordValues {
  totp: string;
}

function FirstCode({ login, password, totpUri }: Invited & EnrolmentView) {
  const { t } = useTranslation('desk');
  const form = useForm<Values>({
    initialValues: { totp: '', newPassword: '', repeat: '' },
    validate: {
      totp: (value) => (/^\d{6}$/.test(value) ? null : t('form.code')),
      newPassword: (value) => (value === '' ? t('form.required') : null),
      repeat: (value, { newPassword }) => (value === newPassword ? null : t('form.repeat')),
    },
  });
  const { busy, problem, submit } = useSubmission<Values>(form, {
    fields: { 'operations.login-wrong': 'totp', 'operations.password-weak': 'newPassword' },
    send: async ({ totp, newPassword }) =>
      enterDesk(await deskPost<OperatorLoginView>('login', { login, password, totp, newPassword })),
  });
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      submit={t('login.submit')}
      busy={busy}
      problem={problem}
    >
      <p className="desk-note">{t('login.enrolText')}</p>
      <div className="desk-qr">
        <QrCode text={totpUri} label={t('login.scan')} size={184} />
      </div>
      <div>
        <p className="desk-note">{t('login.secret')}</p>
        <CodeText text={secretOf(totpUri)} label={t('login.secret')} />
      </div>
      <CodeField {...form.getInputProps('totp')} label={t('login.totp')} />
      <OwnPassword input={(path) => form.getInputProps(path)} />
    </Form>
  );
}

/** For a device without a camera. */
function secretOf(totpUri: string): string {
  return new URL(totpUri).searchParams.get('secret') ?? '';
}
