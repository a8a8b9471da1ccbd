import { IconCheck } from '@tabler/icons-react';
import styles from './tick-box.module.css';

interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** It means nothing as things stand. */
  disabled?: boolean;
  /** In the cell of a table, whose headings say the label already. */
  alone?: boolean;
}

/** A small box to tick, for narrowing a list down. */
export function TickBox({ label, checked, onChange, disabled = false, alone = false }: Props) {
  return (
    <label className={styles.label} data-disabled={disabled || undefined} data-alone={alone || undefined}>
      <input
        type="checkbox"
        className={styles.input}
        checked={checked}
        disabled={disabled}
        {...(alone && { 'aria-label': label })}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className={styles.box} data-tick aria-hidden>
        <IconCheck size={14} stroke={3} />
      </span>
      {!alone && label}
    </label>
  );
}
