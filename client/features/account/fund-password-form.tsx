import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../platform/api';
import { failureWords } from '../../platform/failure-words';
import type { SessionUser } from '../../platform/session';
import { useSubmission } from '../../platform/use-submission';
import { CodeField } from '../../ui/code-field';
import { Form } from '../../ui/form';
import { PasswordField } from '../../ui/password-field';
import { changeFundPassword, sendOwnCode } from './account.api';
import styles from './account.module.css';
import { focusFirstError } from './focus-first-error';
import { judgeCode, judgeFilled, judgePin, judgeRepeated } from './form-rules';
import { useVerdict } from './use-verdict';

const EMPTY = { old: '', password: '', repeated: '', code: '', loginPassword: '' };

/** `first`: none is set yet; `known`: changed with the old one; `forgotten`: with a code and the login password. */
type Way = 'first' | 'known' | 'forgotten';

interface Props {
  user: SessionUser;
  onDone: () => void;
}

function useFundPassword({ user, onDone }: Props, way: Way) {
  const words = useVerdict();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      old: (value) => (way === 'known' ? words(judgePin(value)) : null),
      password: (value) => words(judgePin(value)),
      repeated: (value, { password }) => words(judgeRepeated(value, password)),
      code: (value) => (way === 'forgotten' ? words(judgeCode(value)) : null),
      loginPassword: (value) =>
        way === 'forgotten' && user.has_login_password === 1 ? words(judgeFilled(value)) : null,
    },
  });
  const submission = useSubmission<typeof EMPTY>(form, {
    fields: {
      'account.fund-password-wrong': 'old',
      'account.fund-password-format': 'password',
      'account.fund-password-weak': 'password',
      'account.password-unchanged': 'password',
      'account.passwords-differ': 'repeated',
      'account.code-wrong': 'code',
      'account.code-required': 'code',
      'account.old-password-wrong': 'loginPassword',
    },
    send: async ({ old, password, repeated, code, loginPassword }) => {
      const proof = {
        old: way === 'known' ? old : '',
        code: way === 'forgotten' ? code : '',
        loginPassword: way === 'forgotten' ? loginPassword : '',
      };
      await changeFundPassword({ password, repeated, ...proof });
      onDone();
    },
  });
  return { form, ...submission };
}

/** The password of six digits that withdrawals ask for: set, changed, or set anew when forgotten. */
export function FundPasswordForm({ user, onDone }: Props) {
  const { t } = useTranslation();
  const [forgotten, setForgotten] = useState(false);
  const way: Way = user.has_fund_password === 0 ? 'first' : forgotten ? 'forgotten' : 'known';
  const { form, busy, problem, submit } = useFundPassword({ user, onDone }, way);
  const send = async (): Promise<string | null> => {
    try {
      await sendOwnCode();
      return user.email || user.phone;
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      form.setFieldError('code', failureWords(failure, t));
      return null;
    }
  };
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
      submit={t('form.save')}
      busy={busy}
      problem={problem}
      above={way !== 'first' && <OtherWay forgotten={forgotten} onChange={setForgotten} />}
    >
      {way === 'known' && <PasswordField {...form.getInputProps('old')} label={t('security.oldFund')} pin />}
      {way === 'forgotten' && (
        <>
          <CodeField {...form.getInputProps('code')} help={t('security.forgotFundText')} onSend={send} />
          {user.has_login_password === 1 && (
            <PasswordField
              {...form.getInputProps('loginPassword')}
              label={t('security.loginPasswordNow')}
              autoComplete="current-password"
              maxLength={256}
            />
          )}
        </>
      )}
      <PasswordField
        {...form.getInputProps('password')}
        label={t(way === 'first' ? 'form.fundPassword' : 'security.newFund')}
        help={t('form.fundPasswordHelp')}
        pin
      />
      <PasswordField {...form.getInputProps('repeated')} label={t('form.repeatFundPassword')} pin />
    </Form>
  );
}

function OtherWay({ forgotten, onChange }: { forgotten: boolean; onChange: (forgotten: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.below}>
      <button type="button" className={styles.link} onClick={() => onChange(!forgotten)}>
        {t(forgotten ? 'security.knowFund' : 'security.forgotFund')}
      </button>
    </p>
  );
}
