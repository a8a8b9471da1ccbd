import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { digitsOf } from './digits';
import { type FieldProps, TextField } from './text-field';

export const PIN_LENGTH = 6;

interface Props extends Omit<FieldProps, 'type' | 'rightSection' | 'onChange'> {
  onChange: (value: string) => void;
  /** A password of six digits: the numeric keyboard, and nothing but digits. Password managers keep out of it. */
  pin?: boolean;
}

/** A password that can be shown. Give `autoComplete` as `current-password` or `new-password`. */
export function PasswordField({ pin = false, onChange, ...rest }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...rest}
      {...(pin ? { inputMode: 'numeric', autoComplete: 'off', 'data-1p-ignore': true, 'data-lpignore': 'true' } : {})}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      onChange={({ currentTarget: { value } }) => onChange(pin ? digitsOf(value, PIN_LENGTH) : value)}
      rightSectionWidth={48}
      rightSection={
        <ActionIcon
          aria-label={t(shown ? 'form.hide' : 'form.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
