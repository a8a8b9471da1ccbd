import type { LazyWords } from '..';

/** The words of files to keep, of profit and of taxes, each language a file of its own. */
export const figuresWords: LazyWords = (language) => import(`./${language}.ts`);
