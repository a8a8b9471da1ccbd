import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../server/contract/errors';
import { LANGUAGE_NAMES, speak } from '../../languages';
import { changePreferences, usePreferences } from '../../platform/preferences';
import { SelectField } from '../parts/select-field';

/** The desk's language, which is that of this browser's other pages too. */
export function LanguageChoice() {
  const { t } = useTranslation('desk');
  const { language } = usePreferences();
  const choose = (code: string) => {
    const next = LANGUAGES.find((known) => known === code);
    if (!next) return;
    void speak(next).then(
      () => changePreferences({ language: next }),
      () => undefined,
    );
  };
  return (
    <SelectField
      label={t('own.language')}
      value={language}
      onChange={choose}
      choices={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] }))}
    />
  );
}
