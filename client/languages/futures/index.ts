import type { LazyWords } from '..';

/** The words of the contract page, each language a file of its own. */
export const futuresWords: LazyWords = {
  zh: () => import('./zh'),
  'zh-Hant': () => import('./zh-Hant'),
  en: () => import('./en'),
  ja: () => import('./ja'),
  ko: () => import('./ko'),
  es: () => import('./es'),
  th: () => import('./th'),
};
