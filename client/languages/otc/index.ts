import type { LazyWords } from '..';

/** The words of the pages on which people trade with each other, each language a file of its own. */
export const otcWords: LazyWords = (language) => import(`./${language}.ts`);
