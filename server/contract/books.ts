/** Real and demo money are two books that never meet; each is open or stopped by itself. */
export const BOOKS = ['real', 'demo'] as const;
export type Book = (typeof BOOKS)[number];

/** Which book a violation is about; `both` when it cannot be told, or when it is about their meeting. */
export type BooksConcerned = Book | 'both';

/** `cancel-only`: users may cancel, close and look, but nothing new is begun and nothing leaves the house. */
export type TradingState = 'open' | 'cancel-only';
