import type { LazyWords } from '..';

/** The words of what is drawn on charts beside the bars, each language a file of its own. */
export const chartingWords: LazyWords = (language) => import(`./${language}.ts`);
