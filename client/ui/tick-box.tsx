import { Checkbox } from '@mantine/core';
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

const CLASSES = {
  root: styles.line ?? '',
  body: styles.body ?? '',
  inner: styles.inner ?? '',
  input: styles.input ?? '',
  icon: styles.icon ?? '',
  label: styles.label ?? '',
};

/** A small box to tick, for narrowing a list down. */
export function TickBox({ label, checked, onChange, disabled = false, alone = false }: Props) {
  return (
    <Checkbox
      {...(alone ? { 'aria-label': label } : { label })}
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      mod={{ alone }}
      classNames={CLASSES}
    />
  );
}
