import { useTranslation } from 'react-i18next';
import type { Verdict } from './form-rules';

/** Turns what a rule says into the words at the field; null where all is well. */
export function useVerdict(passwordMinimum = 6): (verdict: Verdict) => string | null {
  const { t } = useTranslation();
  return (verdict) => {
    switch (verdict) {
      case null:
        return null;
      case 'required':
        return t('form.required');
      case 'length':
        return t('errors.passwordLength', { count: passwordMinimum });
      case 'pin':
        return t('errors.fundPassword');
      default:
        return t(`errors.${verdict}`);
    }
  };
}
