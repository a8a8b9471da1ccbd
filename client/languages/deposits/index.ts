import type { LazyWords } from '..';

/** The words of deposits, withdrawals, the address book and the verification; each language is a file of its own. */
export const depositsWords: LazyWords = (language) => import(`./${language}.ts`);
