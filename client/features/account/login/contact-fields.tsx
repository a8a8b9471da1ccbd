import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../../server/contract/errors';
import { useLanguage } from '../../../platform/preferences';
import type { Country } from '../../../ui/country-list';
import { PhoneField } from '../../../ui/phone-field';
import { Tabs } from '../../../ui/tabs';
import { TextField } from '../../../ui/text-field';
import { countries, judgeEmail, judgePhone, judgeUsername, plainPhone, type Verdict } from '../profile';
import { type AccountName } from './login.api';

export type ContactKind = AccountName['kind'];

/** The part of a form's values that names an account. Each kind keeps what was typed into it. */
export interface ContactValues {
  kind: ContactKind;
  email: string;
  phone: string;
  username: string;
  country: string;
  dialCode: string;
}

const COUNTRY: Record<Language, [country: string, dialCode: string]> = {
  zh: ['CN', '86'],
  'zh-Hant': ['TW', '886'],
  en: ['US', '1'],
  ja: ['JP', '81'],
  ko: ['KR', '82'],
  es: ['ES', '34'],
  th: ['TH', '66'],
};

export function emptyContact(language: Language): ContactValues {
  const [country, dialCode] = COUNTRY[language];
  return { kind: 'email', email: '', phone: '', username: '', country, dialCode };
}

/** The account that the values name. */
export function accountName({ kind, email, phone, username, dialCode }: ContactValues): AccountName {
  const text = { email: email.trim(), phone: plainPhone(phone), username: username.trim() }[kind];
  return { kind, text, dialCode };
}

/** What is wrong with the field of the chosen kind; the other kinds do not count. */
export function judgeContact(values: ContactValues): Record<ContactKind, Verdict> {
  const { kind, email, phone, username } = values;
  return {
    email: kind === 'email' ? judgeEmail(email) : null,
    phone: kind === 'phone' ? judgePhone(phone) : null,
    username: kind === 'username' ? judgeUsername(username) : null,
  };
}

interface ContactForm {
  values: ContactValues;
  getInputProps: (path: ContactKind) => ReturnType<UseFormReturnType<ContactValues>['getInputProps']>;
  setFieldValue(path: keyof ContactValues, value: string): void;
}

interface Props {
  /** A form whose values have those of a contact among them. */
  form: ContactForm;
  kinds: readonly ContactKind[];
  label: string;
  /** The account exists: password managers may fill its name in. */
  known?: boolean;
  /** What is bound now and is to be replaced. */
  current?: string;
}

const PANEL = 'contact';

/** E-mail, phone with its country, or user name: tabs to choose by, and the field of the chosen one. */
export function ContactFields({ form, kinds, label, known = false, current = '' }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, country, dialCode } = form.values;
  const { data } = useQuery({ ...countries(language), enabled: kind === 'phone' });
  const own: Country = { code: country, area_code: dialCode, name: country, english_name: country };
  const help = current === '' ? undefined : t('contact.current', { contact: current });
  const set = (path: keyof ContactValues, value: string) => form.setFieldValue(path, value);
  return (
    <>
      <div>
        <Tabs
          label={label}
          tabs={kinds.map((key) => ({ key, label: t(`form.${key}`) }))}
          chosen={kind}
          onChoose={(next) => set('kind', next)}
          controls={PANEL}
          flush
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={t(`form.${kind}`)}>
        {kind === 'email' && <EmailField {...form.getInputProps('email')} known={known} help={help} />}
        {kind === 'phone' && (
          <PhoneField
            {...form.getInputProps('phone')}
            label={t('form.phone')}
            help={help}
            countries={data ?? [own]}
            country={country}
            onCountry={(next) => {
              set('country', next.code);
              set('dialCode', next.area_code);
            }}
            maxLength={40}
          />
        )}
        {kind === 'username' && <UsernameField {...form.getInputProps('username')} known={known} />}
      </div>
    </>
  );
}

type InputProps = ReturnType<ContactForm['getInputProps']> & { known: boolean };

function EmailField({ known, ...input }: InputProps & { help: string | undefined }) {
  const { t } = useTranslation();
  return (
    <TextField
      {...input}
      label={t('form.email')}
      type="email"
      inputMode="email"
      autoComplete={known ? 'username' : 'email'}
      placeholder="name@example.com"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={254}
    />
  );
}

function UsernameField({ known, ...input }: InputProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...input}
      label={t('form.username')}
      help={known ? undefined : t('form.usernameHelp')}
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={64}
    />
  );
}
