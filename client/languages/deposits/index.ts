import type { LazyWords } from '..';

/** The words of deposits, withdrawals, the address book and the verification; each language is a file of its own. */
export const depositsWords: LazyWords = {
  zh: () => import('./zh'),
  'zh-Hant': () => import('./zh-Hant'),
  en: () => import('./en'),
  ja: () => import('./ja'),
  ko: () => import('./ko'),
  es: () => import('./es'),
  th: () => import('./th'),
};
