import { Decimal } from '../../../contract/decimal.js';
import type { DepthLevel, DepthView } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { type BookLevel, bookSide } from '../../../contract/rules/book-walk.rules.js';
import type { Quotation, TradableMarket } from '../../markets/market-board/index.js';

/** Who takes: a buyer takes asks, a seller bids. */
export type Taker = 'buy' | 'sell';

/** What was taken of a level that the venue quotes, as it is noted. */
export interface TakenLevel {
  taker: Taker;
  price: DecimalText;
  /** The quantity that the venue quoted there. */
  quoted: DecimalText;
  taken: DecimalText;
  /** When the book that it was taken from last changed at the venue, Unix milliseconds. */
  bookAt: number;
}

/** A market whose book has only what nobody has taken. */
export interface LeftMarket extends TradableMarket {
  /** The book as the venue quotes it. */
  quotedBook: DepthView | null;
}

/** What is taken of a level of which so much was left. */
export type TakingLevel = readonly [price: DecimalText, quoted: DecimalText, quantity: DecimalText, left: DecimalText];

/** What a transaction takes of one side of a book. */
export interface Taking {
  market: number;
  /** Whose book: what is taken of one is not taken of the other. */
  book: Quotation;
  demo: boolean;
  side: Taker;
  bookAt: number;
  levels: readonly TakingLevel[];
}

/**
 * The book without what was taken of it. What was taken counts as long as the venue quotes the same quantity at that
 * price: another quantity is the venue's word on what is there. The last level of a side stays, with nothing in it, so
 * that whoever must close beyond the book pays the worst price that is quoted.
 */
export function leftOf(book: DepthView, taken: readonly TakenLevel[]): DepthView {
  if (taken.length === 0) return book;
  const side = (taker: Taker): DepthLevel[] => {
    const noted = new Map(taken.filter((row) => row.taker === taker).map((row) => [shortest(row.price), row]));
    const levels = bookSide(book, taker);
    return levels.flatMap(([price, quoted], place): DepthLevel[] => {
      const row = noted.get(shortest(price));
      if (row === undefined) return [[price, quoted]];
      const quantity = restOf(row, book.at, new Decimal(quoted));
      return quantity.isZero() && place < levels.length - 1 ? [] : [[price, quantity.toFixed()]];
    });
  };
  return { ...book, bids: side('sell'), asks: side('buy') };
}

function restOf(row: TakenLevel, bookAt: number, quoted: Decimal): Decimal {
  // Whoever noted it saw a newer book than this one.
  if (bookAt >= row.bookAt && !quoted.eq(row.quoted)) return quoted;
  return Decimal.max(0, Decimal.min(quoted, row.quoted).minus(row.taken));
}

/** Two texts of one price become one: 60000.50 and 60000.5. */
function shortest(price: DecimalText): DecimalText {
  return price.includes('.') ? price.replace(/\.?0+$/, '') : price;
}

/** What an order takes of a market's book, for `depth_take`; nothing where there is no book. */
export function takingOf(
  { market, quotation, quotedBook, book }: Pick<LeftMarket, 'market' | 'quotation' | 'quotedBook' | 'book'>,
  { demo, side }: { demo: boolean; side: Taker },
  levels: readonly BookLevel[],
): Taking[] {
  if (quotedBook === null) return [];
  const quotedAt = new Map(bookSide(quotedBook, side));
  const leftAt = new Map(bookSide(book ?? quotedBook, side));
  const taken = levels.flatMap(([price, quantity]) => {
    const quoted = quotedAt.get(price);
    return quoted === undefined || new Decimal(quantity).isZero()
      ? []
      : [[price, quoted, quantity, leftAt.get(price) ?? '0'] as const];
  });
  if (taken.length === 0) return [];
  return [{ market: market.id, book: quotation, demo, side, bookAt: quotedBook.at, levels: taken }];
}

/** The market after an order took these levels, for the next one of the same round. */
export function after(market: LeftMarket, taker: Taker, levels: readonly BookLevel[]): LeftMarket {
  const { book } = market;
  if (book === null || levels.length === 0) return market;
  const rows = levels.map(([price, taken]): TakenLevel => {
    const quoted = bookSide(book, taker).find((level) => level[0] === price)?.[1] ?? taken;
    return { taker, price, quoted, taken, bookAt: book.at };
  });
  return { ...market, book: leftOf(book, rows) };
}

/**
 * So often whoever must close is quoted afresh where others were faster, and pays what is left then; after that it takes nothing of
 * the book. Below the number of tries after which a command is given up, so that closing is always possible.
 */
const QUOTES_AFRESH_MAX = 8;

/** Counts the tries of one command that closes: whether the try that begins now must close, whatever others take meanwhile. */
export function forcedInTheEnd(): () => boolean {
  let tries = 0;
  return () => {
    tries += 1;
    return tries > QUOTES_AFRESH_MAX;
  };
}

/**
 * The market for whoever must close and cannot wait to see which levels others take meanwhile: as if all of the side were taken, so
 * that it pays the worst price that is quoted and no level is sold twice.
 */
export function beyondBook<Market extends LeftMarket>(market: Market, taker: Taker): Market {
  const { book } = market;
  const last = book === null ? undefined : bookSide(book, taker).at(-1);
  if (book === null || last === undefined) return market;
  const empty: DepthLevel[] = [[last[0], '0']];
  return { ...market, book: { ...book, [taker === 'sell' ? 'bids' : 'asks']: empty } };
}
