import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../../server/contract/errors';
import type { Words } from './words';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: Words };
  }
}

/** The one instance that every component speaks through. */
const speech = createInstance();

/** Each language is a file of its own, fetched when it is chosen. */
const LOADERS: Record<Language, () => Promise<{ words: Words }>> = {
  zh: () => import('./zh'),
  'zh-Hant': () => import('./zh-Hant'),
  en: () => import('./en'),
  ja: () => import('./ja'),
  ko: () => import('./ko'),
  es: () => import('./es'),
  th: () => import('./th'),
};

/** How each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  zh: '简体中文',
  'zh-Hant': '繁體中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  es: 'Español',
  th: 'ไทย',
};

export async function loadWords(language: Language): Promise<Words> {
  return (await LOADERS[language]()).words;
}

/** Fetches the language's words and speaks it from then on. Without the words the old language stays. */
export async function speak(language: Language): Promise<void> {
  const words = await loadWords(language);
  if (!speech.isInitialized) {
    await speech.use(initReactI18next).init({
      lng: language,
      fallbackLng: false,
      defaultNS: 'words',
      resources: { [language]: { words } },
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  } else {
    speech.addResourceBundle(language, 'words', words, true, true);
    await speech.changeLanguage(language);
  }
  document.documentElement.lang = language;
  document.title = words.product;
}
