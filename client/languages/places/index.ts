import type { LazyWords } from '..';

/** The words of the maps, each language a file of its own. */
export const placesWords: LazyWords = (language) => import(`./${language}.ts`);
