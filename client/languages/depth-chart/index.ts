import type { LazyWords } from '..';

/** The words of the depth chart, each language a file of its own. */
export const depthChartWords: LazyWords = (language) => import(`./${language}.ts`);
