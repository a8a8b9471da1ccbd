import type { LazyWords } from '..';

/** The words of the product's state, each language a file of its own. */
export const serviceStatusWords: LazyWords = (language) => import(`./${language}.ts`);
