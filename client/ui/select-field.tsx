import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './field.module.css';

interface Props<Key extends string> {
  label: string;
  value: Key;
  onChange: (key: Key) => void;
  choices: readonly { key: Key; label: string }[];
  error?: ReactNode;
  'data-path'?: string;
}

const CLASSES = { label: styles.label ?? '', input: styles.input ?? '', error: styles.error ?? '' };

/** One of a few, in the browser's own list: quick with the keyboard and on a phone. */
export function SelectField<Key extends string>({ choices, value, onChange, ...rest }: Props<Key>) {
  return (
    <NativeSelect
      {...rest}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Key)}
      data={choices.map(({ key, label }) => ({ value: key, label }))}
      classNames={CLASSES}
    />
  );
}
