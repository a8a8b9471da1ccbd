import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/password-field';

export interface OwnPasswordValues {
  newPassword: string;
  repeat: string;
}

interface Props {
  input: (path: keyof OwnPasswordValues) => ReturnType<UseFormReturnType<OwnPasswordValues>['getInputProps']>;
}

/** The password that takes the one-time one's place. */
export function OwnPassword({ input }: Props) {
  const { t } = useTranslation('desk');
  return (
    <>
      <PasswordField
        {...input('newPassword')}
        label={t('login.newPassword')}
        help={t('login.newPasswordHelp')}
        autoComplete="new-password"
        maxLength={200}
      />
      <PasswordField {...input('repeat')} label={t('login.repeat')} autoComplete="new-password" maxLength={200} />
    </>
  );
}
