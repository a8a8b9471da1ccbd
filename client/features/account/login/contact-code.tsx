import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { CodeField } from '../../../ui/code-field';
import { useVerdict } from '../profile';
import { sendCode } from './login.api';
import { accountName, type ContactValues, judgeContact } from './contact-fields';

type Path = 'email' | 'phone' | 'code';

interface Props {
  form: { values: ContactValues; setFieldError: (path: Path, error: string | null) => void };
  purpose: 'register' | 'forget';
  input: ReturnType<UseFormReturnType<{ code: string }>['getInputProps']>;
}

/** The code that proves the contact typed above it. Nothing is sent to what is no address. */
export function ContactCode({ form, purpose, input }: Props) {
  const { t } = useTranslation();
  const words = useVerdict();
  const { kind } = form.values;
  const send = async (): Promise<string | null> => {
    if (kind === 'username') return null;
    const error = words(judgeContact(form.values)[kind]);
    form.setFieldError(kind, error);
    if (error !== null) return null;
    const name = accountName(form.values);
    try {
      await sendCode(name, purpose);
      form.setFieldError('code', null);
      return kind === 'phone' ? `+${name.dialCode} ${name.text}` : name.text;
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      const isContact = failure.code === 'account.email-invalid' || failure.code === 'account.phone-invalid';
      form.setFieldError(isContact ? kind : 'code', failureWords(failure, t));
      return null;
    }
  };
  // Another contact is another field: its countdown starts anew.
  return <CodeField key={kind} {...input} onSend={send} />;
}
