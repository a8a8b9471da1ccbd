import type { LazyWords } from '..';

/** The words of the promotion pages, each language a file of its own. */
export const referralWords: LazyWords = (language) => import(`./${language}.ts`);
