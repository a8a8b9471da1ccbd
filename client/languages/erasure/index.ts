import type { LazyWords } from '..';

/** The words of closing an account, each language a file of its own. */
export const erasureWords: LazyWords = (language) => import(`./${language}.ts`);
