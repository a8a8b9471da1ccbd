import type { LazyWords } from '..';

/** The words of delivery options; each language is a file of its own. */
export const optionWords: LazyWords = {
  zh: () => import('./zh'),
  'zh-Hant': () => import('./zh-Hant'),
  en: () => import('./en'),
  ja: () => import('./ja'),
  ko: () => import('./ko'),
  es: () => import('./es'),
  th: () => import('./th'),
};
