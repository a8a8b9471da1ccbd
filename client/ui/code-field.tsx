import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../platform/server-clock';
import { useFromNow } from '../platform/use-now';
import { digitsOf } from './digits';
import styles from './field.module.css';
import { codeAgainAt, codeSentTo, rememberCode } from './sent-codes';
import { type FieldProps, TextField } from './text-field';

export const CODE_LENGTH = 6;
/** The server sends one code a minute to a contact. */
const RESEND_AFTER_MS = 60_000;

/** What the field belongs to: one with the same names goes on where this one was. */
export interface CodeMemory {
  /** What is counted down together: one act asks for one code after the other. */
  countdown: string;
  /** What the code is for. */
  act: string;
}

interface Props extends Omit<FieldProps, 'type' | 'onChange' | 'label'> {
  onChange: (value: string) => void;
  label?: string;
  /** Sends a code and says where to; throws, or answers null, when it could not. Missing: the code comes of itself. */
  onSend?: () => Promise<string | null>;
  /** Without it countdown and words end with the field. */
  memory?: CodeMemory;
}

/** A code of six digits, with a button that sends it and counts down until it can be sent again. */
export function CodeField({ onSend, onChange, help, label, memory, ...rest }: Props) {
  const { t } = useTranslation();
  const own = useId();
  const place = memory ?? { countdown: own, act: own };
  // Drawn anew when a code was sent.
  const [, setCount] = useState(0);
  const sentTo = codeSentTo(place.act);
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
  const sent = (to: string) => {
    rememberCode({ ...place, to, at: serverNow() + RESEND_AFTER_MS });
    setCount((before) => before + 1);
  };
  return (
    <div className={styles.withCode}>
      {field}
      <SendButton countdown={place.countdown} onSend={onSend} onSent={sent} />
    </div>
  );
}

interface SendProps {
  countdown: string;
  onSend: () => Promise<string | null>;
  onSent: (to: string) => void;
}

function SendButton({ countdown, onSend, onSent }: SendProps) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const seconds = useFromNow((now) => Math.max(0, Math.ceil((codeAgainAt(countdown) - now) / 1000)));
  const send = async () => {
    setSending(true);
    try {
      const to = await onSend();
      if (to !== null) onSent(to);
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
