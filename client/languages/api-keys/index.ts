import type { LazyWords } from '..';

/** The words of API keys and of the page for authors of programs, each language a file of its own. */
export const apiKeysWords: LazyWords = (language) => import(`./${language}.ts`);
