import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './field.module.css';

/** What is written around a field. */
export interface FieldWords {
  label?: ReactNode;
  /** Stands below the field until an error takes its place. */
  help?: ReactNode;
  error?: ReactNode;
  /** The field may stay empty; its label says so. */
  optional?: boolean;
}

export interface FieldProps
  extends Omit<TextInputProps, 'description' | 'size' | 'classNames' | keyof FieldWords>,
    FieldWords {}

const ORDER = ['label', 'input', 'description', 'error'] as const;
const CLASSES = {
  label: styles.label ?? '',
  input: styles.input ?? '',
  description: styles.help ?? '',
  error: styles.error ?? '',
};

/** The look and the words of a field as Mantine's inputs take them: the label above, the help below, an error in the place of the help. */
export function useFieldFrame({ label, help, error, optional = false }: FieldWords) {
  const { t } = useTranslation();
  const words = optional ? (
    <>
      {label}
      <span className={styles.optional}>({t('form.optional')})</span>
    </>
  ) : (
    label
  );
  return {
    label: words,
    error,
    description: error ? undefined : help,
    inputWrapperOrder: [...ORDER],
    classNames: CLASSES,
  };
}

/** One line to type in. */
export function TextField({ label, help, error, optional, ...rest }: FieldProps) {
  return <TextInput {...rest} {...useFieldFrame({ label, help, error, ...(optional && { optional }) })} />;
}
