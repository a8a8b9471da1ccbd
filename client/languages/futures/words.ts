import type { words } from './en';

/** The words of the contract page: those that English has. */
export type FuturesWords = typeof words;
