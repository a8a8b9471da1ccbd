import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { CodeField } from '../../../ui/code-field';
import { useVerdict } from '../profile';
import type { AccountName } from './login.api';
import { accountName, type ContactValues, judgeContact } from './contact-fields';

interface Props<Path extends string> {
  form: { values: ContactValues; setFieldError: (path: 'email' | 'phone' | Path, error: string | null) => void };
  /** The field of the code itself. */
  path: Path;
  label?: string;
  /** Digits of the longest code that may come, where there are others. */
  longest?: number;
  send: (name: AccountName) => Promise<unknown>;
  input: ReturnType<UseFormReturnType<{ code: string }>['getInputProps']>;
}

/** The code that proves the contact typed above it. Nothing is sent to what is no address. */
export function ContactCode<Path extends string>({ form, path, label, longest, send: sendTo, input }: Props<Path>) {
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
      await sendTo(name);
      form.setFieldError(path, null);
      return kind === 'phone' ? `+${name.dialCode} ${name.text}` : name.text;
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      const isContact = failure.code === 'account.email-invalid' || failure.code === 'account.phone-invalid';
      form.setFieldError(isContact ? kind : path, failureWords(failure, t));
      return null;
    }
  };
  // Another contact is another field: its countdown starts anew.
  const looks = { ...(label !== undefined && { label }), ...(longest !== undefined && { longest }) };
  return <CodeField key={kind} {...input} {...looks} onSend={send} />;
}
