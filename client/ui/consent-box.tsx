import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import styles from './consent-box.module.css';

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

/** A box that nobody ticks but the user, with the text that it is about one tap away. */
export function ConsentBox({ label, checked, onChange, error, read, path }: Props) {
  const id = useId();
  return (
    <div>
      <div className={styles.line}>
        <label className={styles.label}>
          <input
            type="checkbox"
            className={styles.input}
            checked={checked}
            onChange={(event) => onChange(event.currentTarget.checked)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            data-path={path}
          />
          <span className={styles.box} data-error={error ? true : undefined} data-tick aria-hidden>
            <IconCheck size={14} stroke={3} />
          </span>
          <span>{label}</span>
        </label>
        {read && (
          <button type="button" className={styles.read} onClick={read.onClick} aria-label={`${read.label}: ${label}`}>
            {read.label}
          </button>
        )}
      </div>
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
