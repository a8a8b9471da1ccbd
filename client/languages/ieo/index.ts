import type { LazyWords } from '..';

/** The words of the pages about sales of new coins, each language a file of its own. */
export const ieoWords: LazyWords = (language) => import(`./${language}.ts`);
