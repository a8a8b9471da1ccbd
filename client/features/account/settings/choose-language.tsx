import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../../server/contract/errors';
import { LANGUAGE_NAMES, speak } from '../../../languages';
import { changePreferences, usePreferences } from '../../../platform/preferences';
import { isLoggedIn } from '../../../platform/session';
import { ChoiceList } from '../../../ui/choice-list';
import { toast } from '../../../ui/toast';
import { sendLanguage } from './settings.api';

/** The seven languages, each by its own name. The page speaks the new one at once; the server is told beside. */
export function ChooseLanguage() {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const [busy, setBusy] = useState<Language | null>(null);
  const choose = async (next: Language) => {
    setBusy(next);
    try {
      await speak(next);
      changePreferences({ language: next });
      // Until the server knows, its own words stay in the language before; nothing else depends on it. An account is told of it
      // with all else that its user prefers.
      if (!isLoggedIn()) sendLanguage(next).catch(() => undefined);
    } catch {
      toast(t('failure.page'));
    } finally {
      setBusy(null);
    }
  };
  return (
    <ChoiceList
      legend={t('settings.language')}
      name="language"
      choices={LANGUAGES.map((key) => ({ key, label: LANGUAGE_NAMES[key], lang: key }))}
      chosen={busy ?? language}
      onChoose={(next) => void choose(next)}
      hideLegend
    />
  );
}
