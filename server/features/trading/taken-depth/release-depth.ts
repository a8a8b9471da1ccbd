import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import { type BookLevel, bookSide } from '../../../contract/rules/book-walk.rules.js';
import { Loops } from '../../../platform/loop/loops.js';
import { MarketBoard, MarketCatalog } from '../../markets/market-board/index.js';
import type { DecimalText } from '../../../contract/money.js';
import type { Taker } from './taken-depth.rules.js';
import { type NotedLevel, TakenDepthStore } from './taken-depth.store.js';

const EVERY_MS = 1000;
/**
 * Forgets what was taken of levels that the venue no longer quotes, or quotes with another quantity, in every process
 * with the role `worker`: a level that comes back is a new one. What the book does not show says nothing, however long: an
 * empty side is one that was dropped, and behind the last level that is shown there may be more. It is forgotten only where the
 * market went further from it than the band within which books are shown, so that rows do not add up.
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
    const book = market && (of === 'pair' ? this.board.depth(market.symbol) : this.board.futuresDepth(market.symbol));
    // A book that is older than the one it was taken from says nothing about it.
    if (!book || book.at <= bookAt) return false;
    const levels = bookSide(book, taker);
    const level = levels.find((each) => new Decimal(each[0]).eq(price));
    if (level !== undefined) return !new Decimal(level[1]).eq(quoted);
    return isInSight(levels, taker, price) || isFar(levels, price, market.bandRatio);
  }
}

/** Whether a level at this price would be shown: it is no further from the middle than the last one that is. */
function isInSight(levels: readonly BookLevel[], taker: Taker, price: DecimalText): boolean {
  const last = levels.at(-1);
  if (last === undefined) return false;
  return taker === 'buy' ? new Decimal(price).lte(last[0]) : new Decimal(price).gte(last[0]);
}

/** Whether the best price is further from it than the market's band. */
function isFar(levels: readonly BookLevel[], price: DecimalText, bandRatio: DecimalText): boolean {
  const best = levels[0];
  return best !== undefined && new Decimal(best[0]).minus(price).abs().gt(new Decimal(best[0]).times(bandRatio));
}
