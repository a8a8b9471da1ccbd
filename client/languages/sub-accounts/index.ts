import type { LazyWords } from '..';

/** The words of sub-accounts, each language a file of its own. */
export const subAccountsWords: LazyWords = (language) => import(`./${language}.ts`);
