import { Injectable, Logger } from '@nestjs/common';
import { MarketBoard } from './market-board.js';

/** Symbols whose prices changed, by what changed of them. A whole new board names all. */
export interface MarketChangeNotice {
  /** When the feeding process published it, product time. */
  at: number;
  /** The row: last price, status, age. */
  last: readonly string[];
  /** Index and mark, once a second. */
  mark: readonly string[];
  book: readonly string[];
  /** The last price or the book that futures are traded by, where it is not the pair's. */
  futures: readonly string[];
}

/**
 * Tells those who act on prices in this process what has changed, right after it stands on the board; nobody has to
 * poll. A notice may be lost with its update, so whoever acts also looks now and then at what is due.
 */
@Injectable()
export class MarketUpdates {
  private readonly logger = new Logger(MarketUpdates.name);

  constructor(private readonly board: MarketBoard) {}

  /**
   * Calls the listener with every change from now on. It must return at once; what it throws is logged.
   * @returns a function that ends it.
   */
  on(listener: (notice: MarketChangeNotice) => void): () => void {
    return this.board.onTaken(({ at, tickers, marks, depths, perpetuals = [], perpetualDepths = [] }) => {
      try {
        const [last, mark, book] = [tickers.map(symbolOf), marks.map(symbolOf), depths.map(symbolOf)];
        const futures = [...perpetuals.map(symbolOf), ...perpetualDepths.map(symbolOf)];
        listener({ at, last, mark, book, futures });
      } catch (error) {
        this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      }
    });
  }
}

function symbolOf({ symbol }: { symbol: string }): string {
  return symbol;
}
