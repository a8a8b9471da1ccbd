import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../platform/api';
import { failureWords } from '../../platform/failure-words';
import type { SessionUser } from '../../platform/session';
import { CodeField } from '../../ui/code-field';
import { sendOwnCode } from '../account';

/** What a step with money asks the user for: the authenticator's code, one that is sent, or none to ask for. */
export type CodeKind = 'totp' | 'sent' | 'none';

export function codeKindOf({ totp, email, phone }: SessionUser): CodeKind {
  if (totp === 1) return 'totp';
  return email !== '' || phone !== '' ? 'sent' : 'none';
}

interface Props {
  user: SessionUser;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  onProblem: (words: string | null) => void;
  'data-path'?: string;
}

/** The fresh code beside the fund password. */
export function OwnCodeField({ user, onProblem, ...props }: Props) {
  const { t } = useTranslation();
  const kind = codeKindOf(user);
  if (kind === 'none') return null;
  if (kind === 'totp') return <CodeField {...props} label={t('login.totp')} />;
  const send = async (): Promise<string | null> => {
    try {
      await sendOwnCode();
      onProblem(null);
      return user.email || user.phone;
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      onProblem(failureWords(failure, t));
      return null;
    }
  };
  return <CodeField {...props} onSend={send} />;
}
