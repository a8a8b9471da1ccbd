import type { ReactNode } from 'react';
import styles from './switch-list.module.css';

interface Props {
  legend: string;
  /** Below the card. */
  help?: ReactNode;
  children: ReactNode;
}

/** A card of rows that are switched on and off. */
export function SwitchList({ legend, help, children }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.card}>{children}</div>
      {help && <div className={styles.help}>{help}</div>}
    </fieldset>
  );
}

interface RowProps {
  label: string;
  /** What it means, in small print. */
  text?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function SwitchRow({ label, text, checked, disabled = false, onChange }: RowProps) {
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {text !== undefined && <span className={styles.text}>{text}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className={styles.track} aria-hidden />
    </label>
  );
}
