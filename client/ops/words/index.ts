import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../server/contract/errors';
import { useLanguage } from '../../platform/preferences';
import type { DeskWords } from './desk/en';

/** Files of the desk's own, fetched when the desk is opened in that language. */
export async function loadDeskWords(language: Language): Promise<DeskWords> {
  const file: { words: DeskWords } = await import(`./desk/${language}.ts`);
  return file.words;
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
