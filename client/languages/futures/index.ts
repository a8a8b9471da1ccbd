import type { LazyWords } from '..';

/** The words of the contract page, each language a file of its own. */
export const futuresWords: LazyWords = (language) => import(`./${language}.ts`);
