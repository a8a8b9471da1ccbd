import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/text-field';
import styles from './login.module.css';

export interface Invitation {
  code: string;
  /** Whether there is a field for it; whoever has none is not bothered with one. */
  isOpen: boolean;
  /** What the server says about it, in words. */
  error: string | null;
}

interface Props {
  invitation: Invitation;
  onChange: (invitation: Invitation) => void;
}

/** The invitation code of somebody whose first login by a wallet makes an account. */
export function WalletInvitation({ invitation, onChange }: Props) {
  const { t } = useTranslation();
  const { code, isOpen, error } = invitation;
  if (!isOpen) {
    return (
      <p className={styles.invitationLink}>
        <button type="button" className={styles.link} onClick={() => onChange({ ...invitation, isOpen: true })}>
          {t('login.haveInvitation')}
        </button>
      </p>
    );
  }
  return (
    <div className={styles.invitation}>
      <TextField
        value={code}
        onChange={({ currentTarget }) => onChange({ code: currentTarget.value, isOpen, error: null })}
        label={t('register.invitation')}
        help={t('login.walletInvitation')}
        error={error}
        optional={error === null}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        // It appears as the answer to a press: the next thing to do is to type in it.
        autoFocus={code === ''}
      />
    </div>
  );
}
