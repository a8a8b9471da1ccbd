import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './field.module.css';

export interface FieldProps extends Omit<TextInputProps, 'description' | 'size' | 'classNames'> {
  /** Stands below the field until an error takes its place. */
  help?: ReactNode;
  /** The field may stay empty; its label says so. */
  optional?: boolean;
}

const ORDER = ['label', 'input', 'description', 'error'] as const;
const CLASSES = {
  label: styles.label ?? '',
  input: styles.input ?? '',
  description: styles.help ?? '',
  error: styles.error ?? '',
};

/** One line to type in: its label above, its help below, an error in the place of the help. */
export function TextField({ help, error, optional = false, label, ...rest }: FieldProps) {
  const { t } = useTranslation();
  const words = optional ? (
    <>
      {label}
      <span className={styles.optional}>({t('form.optional')})</span>
    </>
  ) : (
    label
  );
  return (
    <TextInput
      {...rest}
      label={words}
      error={error}
      description={error ? undefined : help}
      inputWrapperOrder={[...ORDER]}
      classNames={CLASSES}
    />
  );
}
