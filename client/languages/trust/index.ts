import type { LazyWords } from '..';

/** The words of the trust pages, each language a file of its own. */
export const trustWords: LazyWords = (language) => import(`./${language}.ts`);
