import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../../platform/api';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { ConsentBox } from '../../../ui/consent-box';
import { Form } from '../../../ui/form';
import { PasswordField } from '../../../ui/password-field';
import { TextField } from '../../../ui/text-field';
import {
  focusFirstError,
  judgeCode,
  judgeFilled,
  judgeNewPassword,
  judgePin,
  judgeRepeated,
  passwordLengths,
  useVerdict,
} from '../profile';
import { type AccountName, logIn, register, registrationSettings, sendCode } from './login.api';
import styles from './login.module.css';
import { AgreementSheet } from './agreement-sheet';
import { accountName, ContactFields, type ContactValues, emptyContact, judgeContact } from './contact-fields';
import { ContactCode } from './contact-code';

interface Values extends ContactValues {
  code: string;
  password: string;
  repeated: string;
  fundPassword: string;
  repeatedFundPassword: string;
  invitation: string;
  agreed: boolean;
  smsAgreed: boolean;
}

const EMPTY = { code: '', password: '', repeated: '', fundPassword: '', repeatedFundPassword: '' };

interface Props {
  /** Of the link that led here. */
  invitation: string;
  /** `loggedIn` unless the login takes a step more. */
  onDone: (made: ContactValues, loggedIn: boolean) => void;
}

/** The field that each refusal is about. */
const FIELDS = {
  'account.email-invalid': 'email',
  'account.phone-invalid': 'phone',
  'account.username-invalid': 'username',
  'account.username-taken': 'username',
  'account.code-required': 'code',
  'account.code-wrong': 'code',
  'account.password-length': 'password',
  'account.password-weak': 'password',
  'account.passwords-differ': 'repeated',
  'account.fund-password-format': 'fundPassword',
  'account.fund-password-weak': 'fundPassword',
  'account.invitation-required': 'invitation',
  'account.invitation-unknown': 'invitation',
  'account.consent-required': 'agreed',
  'account.sms-consent-required': 'smsAgreed',
} as const;

interface Rules {
  minimum: number;
  needsInvitation: boolean;
  needsFundPassword: boolean;
}

/** What the operator asks for, as the server's settings say; until they are there, the least. */
function useRules(): Rules {
  const { data: settings } = useQuery(registrationSettings);
  return {
    minimum: settings?.password_min ?? 6,
    needsInvitation: settings?.extension_code_required === 1,
    needsFundPassword: settings?.withdraw_password_required === 1,
  };
}

function useRegistration({ invitation, onDone }: Props, { minimum, needsInvitation, needsFundPassword }: Rules) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useVerdict(minimum);
  const form = useForm<Values>({
    initialValues: { ...emptyContact(language), ...EMPTY, invitation, agreed: false, smsAgreed: false },
    validate: (values) => {
      const { kind, code, password, repeated, fundPassword, repeatedFundPassword } = values;
      const contact = judgeContact(values);
      const hasFund = needsFundPassword || fundPassword !== '' || repeatedFundPassword !== '';
      return {
        email: words(contact.email),
        phone: words(contact.phone),
        username: words(contact.username),
        code: kind === 'username' ? null : words(judgeCode(code)),
        password: words(judgeNewPassword(password, minimum)),
        repeated: words(judgeRepeated(repeated, password)),
        fundPassword: hasFund ? words(judgePin(fundPassword)) : null,
        repeatedFundPassword: hasFund ? words(judgeRepeated(repeatedFundPassword, fundPassword)) : null,
        invitation: needsInvitation ? words(judgeFilled(values.invitation)) : null,
        agreed: values.agreed ? null : t('errors.consent'),
        smsAgreed: kind !== 'phone' || values.smsAgreed ? null : t('errors.smsConsent'),
      };
    },
  });
  const submission = useSubmission<Values>(form, {
    fields: FIELDS,
    send: async (values, key) => {
      const { code, password, repeated, fundPassword, repeatedFundPassword, agreed, smsAgreed } = values;
      const typed = { code, password, repeated, fundPassword, repeatedFundPassword, agreed, smsAgreed };
      const name = accountName(values);
      await register({ ...typed, name, invitation: values.invitation.trim() }, key);
      onDone(values, await isLetIn(name, password));
    },
  });
  return { form, ...submission };
}

/** Logs in who has just registered; where that takes more than the password, or fails, the login page goes on. */
async function isLetIn(name: AccountName, password: string): Promise<boolean> {
  try {
    await logIn(name, password, '');
    return true;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return false;
  }
}

/** Registration by e-mail, phone or user name. */
export function RegisterForm(props: Props) {
  const { t } = useTranslation();
  const rules = useRules();
  const { minimum, needsInvitation, needsFundPassword } = rules;
  const { form, busy, problem, submit } = useRegistration(props, rules);
  const isContact = form.values.kind !== 'username';
  return (
    <Form
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
      submit={t('register.submit')}
      busy={busy}
      problem={problem}
      above={<Consents form={form} />}
    >
      <ContactFields form={form} kinds={['email', 'phone', 'username']} label={t('login.by')} />
      {isContact && (
        <ContactCode
          form={form}
          path="code"
          send={(name) => sendCode(name, 'register')}
          input={form.getInputProps('code')}
        />
      )}
      <PasswordField
        {...form.getInputProps('password')}
        label={t('form.password')}
        help={t('form.passwordHelp', passwordLengths(minimum))}
        autoComplete="new-password"
        maxLength={128}
      />
      <PasswordField
        {...form.getInputProps('repeated')}
        label={t('form.repeatPassword')}
        autoComplete="new-password"
        maxLength={128}
      />
      <PasswordField
        {...form.getInputProps('fundPassword')}
        label={t('form.fundPassword')}
        help={t('form.fundPasswordHelp')}
        optional={!needsFundPassword}
        pin
      />
      {(needsFundPassword || form.values.fundPassword !== '') && (
        <PasswordField {...form.getInputProps('repeatedFundPassword')} label={t('form.repeatFundPassword')} pin />
      )}
      <TextField
        {...form.getInputProps('invitation')}
        label={t('register.invitation')}
        help={t('register.invitationHelp')}
        optional={!needsInvitation}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
    </Form>
  );
}

interface ConsentsProps {
  form: {
    values: Pick<Values, 'kind' | 'agreed' | 'smsAgreed'>;
    errors: Record<string, React.ReactNode>;
    setFieldValue: (path: 'agreed' | 'smsAgreed', value: boolean) => void;
  };
}

function Consents({ form }: ConsentsProps) {
  const { t } = useTranslation();
  const [reading, setReading] = useState(false);
  const { kind, agreed, smsAgreed } = form.values;
  const read = { label: t('register.read'), onClick: () => setReading(true) };
  return (
    <div className={styles.consents}>
      <ConsentBox
        label={t('register.agree')}
        checked={agreed}
        onChange={(checked) => form.setFieldValue('agreed', checked)}
        error={form.errors.agreed}
        read={read}
        path="agreed"
      />
      {kind === 'phone' && (
        <ConsentBox
          label={t('register.smsAgree')}
          checked={smsAgreed}
          onChange={(checked) => form.setFieldValue('smsAgreed', checked)}
          error={form.errors.smsAgreed}
          read={read}
          path="smsAgreed"
        />
      )}
      <AgreementSheet opened={reading} onClose={() => setReading(false)} />
    </div>
  );
}
