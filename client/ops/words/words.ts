import type { words } from './en';

/** What the desk says, in any language. */
export type DeskWords = typeof words;
