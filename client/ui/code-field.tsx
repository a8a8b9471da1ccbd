import { Input, InputBase, PinInput } from '@mantine/core';
import { type ClipboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../platform/server-clock';
import { useFromNow } from '../platform/use-now';
import { digitsOf } from './digits';
import styles from './field.module.css';
import { codeAgainAt, codeSentTo, rememberCode } from './sent-codes';

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

/** Some keyboards of East Asia type full-width digits. */
const DIGITS = /^[0-9０-９]+$/;

const BOX_CLASSES = {
  root: styles.boxes ?? '',
  pinInput: styles.box ?? '',
  input: `numbers ${styles.input} ${styles.digit}`,
};

interface Props {
  /** Of a form; what it holds is text. */
  value?: unknown;
  onChange: (value: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  error?: ReactNode;
  /** By which a form finds the field: that of the first digit is meant. */
  'data-path'?: string;
  label?: string;
  /** Digits of the longest code that may come: one of more than six has one field, as nobody knows how many boxes it needs. */
  longest?: number;
  /** Sends a code and says where to; throws, or answers null, when it could not. Missing: the code comes of itself. */
  onSend?: () => Promise<string | null>;
  /** Without it countdown and words end with the field. */
  memory?: CodeMemory;
}

type FieldProps = Omit<Props, 'label' | 'onSend' | 'memory' | 'longest'> & { id: string };

/** A code, mostly of six digits and a box for each, with a button that sends it and counts down until it can be sent again. */
export function CodeField({ onSend, label, memory, longest = CODE_LENGTH, ...rest }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const place = memory ?? { countdown: id, act: id };
  // Drawn anew when a code was sent.
  const [, setCount] = useState(0);
  const sentTo = codeSentTo(place.act);
  const sent = (to: string) => {
    rememberCode({ ...place, to, at: serverNow() + RESEND_AFTER_MS });
    setCount((before) => before + 1);
  };
  return (
    <div>
      <Input.Label labelElement="div" id={`${id}-label`} className={styles.label ?? ''}>
        {label ?? t('form.code')}
      </Input.Label>
      {longest > CODE_LENGTH ? <OneField {...rest} id={id} longest={longest} /> : <Boxes {...rest} id={id} />}
      <div className={styles.belowCode}>
        <div id={`${id}-words`} className={rest.error ? styles.error : styles.help}>
          {rest.error || <span aria-live="polite">{sentTo !== null && t('form.codeSent', { to: sentTo })}</span>}
        </div>
        {onSend && <SendButton countdown={place.countdown} onSend={onSend} onSent={sent} />}
      </div>
    </div>
  );
}

function OneField({ id, longest, value, error, onChange, ...events }: FieldProps & { longest: number }) {
  return (
    <InputBase
      {...events}
      id={id}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-words`}
      classNames={{ input: `numbers ${styles.input}` }}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(digitsOf(currentTarget.value, longest))}
      error={Boolean(error)}
      // Its own would take the words of error and description from the screen reader, which stand below the field.
      withAria={false}
      aria-invalid={Boolean(error)}
    />
  );
}

/** The boxes are one group: one label, one error, and each box says which digit it is. */
function Boxes({ id, value, error, onChange, 'data-path': path, ...events }: FieldProps) {
  const { t } = useTranslation();
  const take = (typed: string) => onChange(digitsOf(typed, CODE_LENGTH));
  // Mantine's own refuses a text with a dash or with words around the code.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const digits = digitsOf(event.clipboardData.getData('text/plain'), CODE_LENGTH);
    if (digits === '') return;
    take(digits);
    const boxes = event.currentTarget.closest('[role=group]')?.querySelectorAll('input') ?? [];
    boxes[Math.min(digits.length, CODE_LENGTH - 1)]?.focus();
  };
  return (
    <PinInput
      {...events}
      id={id}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-words`}
      length={CODE_LENGTH}
      type={DIGITS}
      inputType="tel"
      oneTimeCode
      placeholder=""
      value={typeof value === 'string' ? value : ''}
      onChange={take}
      error={Boolean(error)}
      classNames={BOX_CLASSES}
      getInputProps={(index) => ({
        'aria-label': t('form.digit', { place: index + 1, length: CODE_LENGTH }),
        // Of the field itself: as PinInput's own it would keep Enter from the form.
        inputMode: 'numeric',
        onPaste: paste,
        ...(index === 0 && path !== undefined && { 'data-path': path }),
      })}
    />
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
