import type { LazyWords } from '..';

/** The words of order entry by keyboard, each language a file of its own. */
export const orderKeysWords: LazyWords = (language) => import(`./${language}.ts`);
