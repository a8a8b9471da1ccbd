import type { LazyWords } from '..';

/** The words of files of the account's data, each language a file of its own. */
export const dataExportsWords: LazyWords = (language) => import(`./${language}.ts`);
