import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../platform/server-clock';
import { useFromNow } from '../platform/use-now';
import { digitsOf } from './digits';
import styles from './field.module.css';
import { type FieldProps, TextField } from './text-field';

export const CODE_LENGTH = 6;
/** The server sends one code a minute to a contact. */
const RESEND_AFTER_MS = 60_000;

interface Props extends Omit<FieldProps, 'type' | 'onChange' | 'label'> {
  onChange: (value: string) => void;
  label?: string;
  /** Sends a code and says where to; throws, or answers null, when it could not. Missing: the code comes of itself. */
  onSend?: () => Promise<string | null>;
}

/** A code of six digits, with a button that sends it and counts down until it can be sent again. */
export function CodeField({ onSend, onChange, help, label, ...rest }: Props) {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const words = sentTo === null ? help : t('form.codeSent', { to: sentTo });
  const field = (
    <TextField
      {...rest}
      label={label ?? t('form.code')}
      help={<span aria-live="polite">{words}</span>}
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={({ currentTarget: { value } }) => onChange(digitsOf(value, CODE_LENGTH))}
    />
  );
  if (!onSend) return field;
  return (
    <div className={styles.withCode}>
      {field}
      <SendButton onSend={onSend} onSent={setSentTo} />
    </div>
  );
}

function SendButton({ onSend, onSent }: { onSend: () => Promise<string | null>; onSent: (to: string) => void }) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const [againAt, setAgainAt] = useState(0);
  const seconds = useFromNow((now) => Math.max(0, Math.ceil((againAt - now) / 1000)));
  const send = async () => {
    setSending(true);
    try {
      const to = await onSend();
      if (to === null) return;
      setAgainAt(serverNow() + RESEND_AFTER_MS);
      onSent(to);
    } finally {
      setSending(false);
    }
  };
  return (
    <button
      type="button"
      className={`numbers ${styles.inside} ${styles.sendCode}`}
      disabled={sending || seconds > 0}
      onClick={() => void send()}
    >
      {seconds > 0 ? t('form.resendIn', { seconds }) : t('form.sendCode')}
    </button>
  );
}
