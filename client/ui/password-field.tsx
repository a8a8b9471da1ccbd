import { ActionIcon, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { digitsOf } from './digits';
import styles from './password-field.module.css';
import { type FieldWords, useFieldFrame } from './text-field';

export const PIN_LENGTH = 6;

interface Props
  extends Omit<PasswordInputProps, 'description' | 'size' | 'classNames' | 'onChange' | keyof FieldWords>,
    FieldWords {
  onChange: (value: string) => void;
  /** A password of six digits: the numeric keyboard, and nothing but digits. Password managers keep out of it. */
  pin?: boolean;
}

/** A password that can be shown. Give `autoComplete` as `current-password` or `new-password`. */
export function PasswordField({ pin = false, onChange, label, help, error, optional = false, ...rest }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  const { classNames, ...frame } = useFieldFrame({ label, help, error, optional });
  return (
    <PasswordInput
      {...rest}
      {...frame}
      {...(pin ? { inputMode: 'numeric', autoComplete: 'off', 'data-1p-ignore': true, 'data-lpignore': 'true' } : {})}
      size="md"
      classNames={{
        ...classNames,
        input: `${classNames.input} ${styles.frame}`,
        innerInput: styles.typed ?? '',
      }}
      // Mantine says it of every other input of its own accord.
      aria-invalid={error ? true : undefined}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      onChange={({ currentTarget: { value } }) => onChange(pin ? digitsOf(value, PIN_LENGTH) : value)}
      visible={shown}
      // Mantine's own eye opens at the end of any touch or press, also of one that was withdrawn by sliding off it.
      rightSection={
        <ActionIcon
          aria-label={t(shown ? 'form.hide' : 'form.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      }
      rightSectionWidth={48}
    />
  );
}
