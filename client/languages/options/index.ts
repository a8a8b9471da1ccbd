import type { LazyWords } from '..';

/** The words of delivery options; each language is a file of its own. */
export const optionWords: LazyWords = (language) => import(`./${language}.ts`);
