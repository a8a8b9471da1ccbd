import { useTranslation } from 'react-i18next';
import { type FieldProps, TextField } from '../../../ui/text-field';

/** The hash of a transaction, typed or pasted. */
export function HashField(props: Omit<FieldProps, 'label' | 'help'>) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      label={t('deposit.hash')}
      help={t('deposit.hashHelp')}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={300}
    />
  );
}
