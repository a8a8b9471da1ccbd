import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import words from './field.module.css';
import styles from './pick-field.module.css';

interface Props {
  label: string;
  /** What is chosen; null for nothing. */
  value: ReactNode;
  placeholder: string;
  help?: ReactNode;
  error?: ReactNode;
  onOpen: () => void;
  'data-path'?: string;
}

/** A field whose value is chosen from a sheet. */
export function PickField({ label, value, placeholder, help, error, onOpen, 'data-path': path }: Props) {
  const id = useId();
  const isEmpty = value === null || value === '';
  return (
    <div>
      <p id={`${id}-label`} className={words.label}>
        {label}
      </p>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={`${id}-words`}
        data-error={Boolean(error) || undefined}
        data-path={path}
        onClick={onOpen}
      >
        <span id={`${id}-value`} className={`${styles.value} ${isEmpty ? styles.placeholder : ''}`}>
          {isEmpty ? placeholder : value}
        </span>
        <IconChevronDown size={18} className={styles.arrow ?? ''} aria-hidden />
      </button>
      <div id={`${id}-words`}>
        {error ? (
          <p className={words.error} role="alert">
            {error}
          </p>
        ) : (
          help && <p className={words.help}>{help}</p>
        )}
      </div>
    </div>
  );
}
