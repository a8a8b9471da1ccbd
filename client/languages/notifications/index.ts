import type { LazyWords } from '..';

/** The words of how one is told outside of the app, each language a file of its own. */
export const notificationsWords: LazyWords = (language) => import(`./${language}.ts`);
