import type { LazyWords } from '..';

/** The words of alerts on prices, funding and margins, each language a file of its own. */
export const alertsWords: LazyWords = (language) => import(`./${language}.ts`);
