import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../server/contract/errors';
import { useLanguage } from '../../platform/preferences';
import type { DeskWords } from './words';

/** Files of the desk's own, fetched when the desk is opened in that language. */
const LOADERS: Record<Language, () => Promise<{ words: DeskWords }>> = {
  zh: () => import('./zh'),
  'zh-Hant': () => import('./zh-Hant'),
  en: () => import('./en'),
  ja: () => import('./ja'),
  ko: () => import('./ko'),
  es: () => import('./es'),
  th: () => import('./th'),
};

export async function loadDeskWords(language: Language): Promise<DeskWords> {
  return (await LOADERS[language]()).words;
}

/** Fetches the desk's words beside those of the rest of the page. False until they are there. */
export function useDeskWords(): boolean {
  const { i18n } = useTranslation();
  const language = useLanguage();
  const [ready, setReady] = useState<Language | null>(null);
  useEffect(() => {
    let wanted = true;
    const take = (words: DeskWords) => {
      i18n.addResourceBundle(language, 'desk', words, true, true);
      if (wanted) setReady(language);
    };
    loadDeskWords(language)
      .catch(() => loadDeskWords('en'))
      .then(take, () => undefined);
    return () => {
      wanted = false;
    };
  }, [i18n, language]);
  // While another language is on its way, the old one stands.
  return ready !== null;
}
