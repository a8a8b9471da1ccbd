import type { LazyWords } from '..';

/** The words of spot trading, each language a file of its own. */
export const spotWords: LazyWords = (language) => import(`./${language}.ts`);
