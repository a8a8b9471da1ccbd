import { type ReactNode, useId } from 'react';
import styles from './pill-choice.module.css';

interface Props<Key extends string> {
  legend: string;
  choices: readonly { key: Key; label: string; note?: string; icon?: ReactNode; disabled?: boolean }[];
  chosen: Key | null;
  onChoose: (key: Key) => void;
  error?: string | null | undefined;
}

/** A few choices side by side of which one is taken: radio buttons for the keyboard and for screen readers. */
export function PillChoice<Key extends string>({ legend, choices, chosen, onChoose, error }: Props<Key>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.pills} data-even={choices.every(({ icon }) => icon !== undefined) || undefined}>
        {choices.map(({ key, label, note, icon, disabled = false }) => (
          <label key={key} className={styles.pill}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              checked={key === chosen}
              disabled={disabled}
              onChange={() => onChoose(key)}
            />
            {icon}
            <span className={styles.words}>
              {label}
              {note !== undefined && <span className={styles.note}>{note}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
