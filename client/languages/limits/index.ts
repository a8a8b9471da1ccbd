import type { LazyWords } from '..';

/** The words of limits and breaks, each language a file of its own. */
export const limitsWords: LazyWords = (language) => import(`./${language}.ts`);
