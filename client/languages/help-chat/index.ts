import type { LazyWords } from '..';

/** The words of the help chat, each language a file of its own. */
export const helpChatWords: LazyWords = (language) => import(`./${language}.ts`);
