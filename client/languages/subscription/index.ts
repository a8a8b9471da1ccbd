import type { LazyWords } from '..';

/** The words of the pages of new coins, each language a file of its own. */
export const subscriptionWords: LazyWords = (language) => import(`./${language}.ts`);
