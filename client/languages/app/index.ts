import type { LazyWords } from '..';

/** The words of the app itself, each language a file of its own. */
export const appWords: LazyWords = (language) => import(`./${language}.ts`);
