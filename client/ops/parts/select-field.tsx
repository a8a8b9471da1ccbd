import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Choice {
  value: string;
  label: string;
}

interface Props {
  label: string;
  /** As a form's input properties have it. */
  value?: string;
  onChange: (value: string) => void;
  choices: readonly Choice[];
  error?: ReactNode;
  disabled?: boolean;
  /** Where a form finds it. */
  'data-path'?: string;
}

/** One of a few, in the browser's own list: quick with the keyboard and on a phone. */
export function SelectField({ label, value = '', onChange, choices, error, disabled, 'data-path': path }: Props) {
  return (
    <NativeSelect
      className="desk-field"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[...choices]}
      error={error}
      disabled={disabled}
      data-path={path}
    />
  );
}
