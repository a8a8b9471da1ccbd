import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import { bookSide } from '../../../contract/rules/book-walk.rules.js';
import { Loops } from '../../../platform/loop/loops.js';
import { MarketBoard, MarketCatalog } from '../../markets/market-board/index.js';
import { type NotedLevel, TakenDepthStore } from './taken-depth.store.js';

const EVERY_MS = 1000;

/**
 * Forgets what was taken of levels that the venue no longer quotes, or quotes with another quantity, in every process
 * with the role `worker`: a level that comes back is a new one.
 */
@Injectable()
export class ReleaseDepth {
  constructor(
    loops: Loops,
    private readonly store: TakenDepthStore,
    private readonly catalog: MarketCatalog,
    private readonly board: MarketBoard,
  ) {
    loops.add({ name: 'taken-depth', role: 'worker', everyMs: EVERY_MS, round: () => this.execute() });
  }

  async execute(): Promise<void> {
    const gone = (await this.store.all()).filter((level) => this.isGone(level));
    if (gone.length > 0) await this.store.release(gone);
  }

  private isGone({ marketId, book: of, taker, price, quoted, bookAt }: NotedLevel): boolean {
    const market = this.catalog.byId(marketId);
    const book = market && (of === 'pair' ? this.board.depth(market.symbol) : this.board.perpetualDepth(market.symbol));
    // A book that is older than the one it was taken from says nothing about it.
    if (!book || book.at <= bookAt) return false;
    const level = bookSide(book, taker).find((each) => new Decimal(each[0]).eq(price));
    return level === undefined || !new Decimal(level[1]).eq(quoted);
  }
}
