import { useTranslation } from 'react-i18next';
import type { ProofKind } from '../../../../server/contract/account/proofs.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { CodeField } from '../../../ui/code-field';
import { PasswordField } from '../../../ui/password-field';
import styles from './account.module.css';
import { type Confirmed, sendOwnCode } from './proofs.api';
import type { ProofNeeds } from './use-proof';

interface FieldProps {
  value?: unknown;
  error?: unknown;
  onChange: (value: string) => void;
  'data-path'?: string;
}

interface Props {
  needs: ProofNeeds;
  /** Of the form: both paths of a {@link ProofInput}. */
  input: (path: 'code' | 'loginPassword') => FieldProps;
  onProblem: (words: string | null) => void;
  /** What a code is to confirm; null while the form cannot say it yet. */
  confirmed?: () => Confirmed | null;
  /** Of the code that is sent, where the form has another one. */
  codeLabel?: string;
}

/** The fields of a fresh proof: what the server says that counts for this user and this act. */
export function ProofFields({ needs, input, onProblem, confirmed = () => ({}), codeLabel }: Props) {
  const { t } = useTranslation();
  const { query, view, groups, chosen } = needs;
  if (query.error && !view) return <p role="alert">{failureWords(query.error, t)}</p>;
  if (view?.possible === 0) return <p role="alert">{t('proof.none')}</p>;
  if (groups.some((group) => group.length === 0)) return <p role="alert">{t('passkeys.unsupported')}</p>;
  return groups.map((group, place) => {
    const kind = chosen[place];
    // The same kind may serve two groups; it is asked for once.
    if (kind === undefined || chosen.indexOf(kind) < place) return null;
    return (
      <div key={group.join(' ')} className={styles.proof}>
        <ProofField kind={kind} {...{ needs, input, onProblem, confirmed, codeLabel }} />
        {group
          .filter((other) => other !== kind)
          .map((other) => (
            <button key={other} type="button" className={styles.link} onClick={() => needs.choose(place, other)}>
              {t(`proof.by.${other}`)}
            </button>
          ))}
      </div>
    );
  });
}

interface OneProps extends Required<Omit<Props, 'codeLabel'>> {
  kind: ProofKind;
  codeLabel: string | undefined;
}

function ProofField({ kind, needs, input, onProblem, confirmed, codeLabel }: OneProps) {
  const { t } = useTranslation();
  if (kind === 'passkey') return <p className={styles.proofText}>{t('proof.passkey')}</p>;
  if (kind === 'wallet') return <p className={styles.proofText}>{t('proof.wallet')}</p>;
  if (kind === 'login-password') {
    return (
      <PasswordField
        {...(input('loginPassword') as object)}
        onChange={input('loginPassword').onChange}
        label={t('security.loginPasswordNow')}
        autoComplete="current-password"
        maxLength={256}
      />
    );
  }
  const field = { ...(input('code') as object), onChange: input('code').onChange };
  if (kind === 'authenticator') return <CodeField {...field} label={t('login.totp')} />;
  const send = async (): Promise<string | null> => {
    const act = confirmed();
    if (act === null) {
      onProblem(t('proof.fillFirst'));
      return null;
    }
    try {
      await sendOwnCode(needs.act, act);
      onProblem(null);
      return needs.view?.sent_to ?? '';
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      onProblem(failureWords(failure, t));
      return null;
    }
  };
  // A code confirms these values alone: other values need another code.
  const label = codeLabel === undefined ? {} : { label: codeLabel };
  const values = JSON.stringify(confirmed());
  const memory = { countdown: needs.act, act: `${needs.act} ${values}` };
  return <CodeField key={values} {...field} {...label} memory={memory} onSend={send} />;
}
