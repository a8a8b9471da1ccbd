import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './consent-box.module.css';
import ticks from './tick-box.module.css';

interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: ReactNode;
  /** Opens the text that is agreed to. */
  read?: { label: string; onClick: () => void };
  /** The form's name of the field, by which it finds the box again. */
  path?: string;
}

const CLASSES = {
  root: `${ticks.line} ${styles.consent}`,
  body: `${ticks.body} ${styles.body}`,
  inner: ticks.inner ?? '',
  input: ticks.input ?? '',
  icon: ticks.icon ?? '',
  label: `${ticks.label} ${styles.label}`,
  error: styles.error ?? '',
};

/** A box that nobody ticks but the user, with the text that it is about one tap away. */
export function ConsentBox({ label, checked, onChange, error, read, path }: Props) {
  return (
    <div className={styles.line}>
      <Checkbox
        label={label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        error={error}
        aria-invalid={error ? true : undefined}
        data-path={path}
        classNames={CLASSES}
      />
      {read && (
        <button type="button" className={styles.read} onClick={read.onClick} aria-label={`${read.label}: ${label}`}>
          {read.label}
        </button>
      )}
    </div>
  );
}
