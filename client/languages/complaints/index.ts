import type { LazyWords } from '..';

/** The words of the complaints, each language a file of its own. */
export const complaintsWords: LazyWords = (language) => import(`./${language}.ts`);
