import { Failures } from '../../../platform/database/failures.js';
import type { MarketCatalog } from '../../markets/market-board/index.js';

/** Real money, then demo money: each is looked after by rounds of its own. */
export const BOOKS: readonly boolean[] = [false, true];

/** Markets that somebody waits in, of one book, and which of them have moved since they were looked at. */
export class MovedMarkets<Waiting extends { marketId: number }> {
  private waiting = new Map<number, Waiting>();
  /** Whose look is the longest ago stands first. */
  private readonly moved = new Set<number>();

  constructor(private readonly catalog: Pick<MarketCatalog, 'bySymbol'>) {}

  /** These wait now, and no others. Each of their markets is looked at once, whether it moves or not. */
  expect(rows: readonly Waiting[]): void {
    this.waiting = new Map(rows.map((row) => [row.marketId, row]));
    for (const { marketId } of rows) this.moved.add(marketId);
  }

  hear(symbols: Iterable<string>): void {
    for (const symbol of symbols) {
      const market = this.catalog.bySymbol(symbol);
      if (market && this.waiting.has(market.id)) this.moved.add(market.id);
    }
  }

  /** Whether a market is still to be looked at. */
  areLeft(): boolean {
    return this.moved.size > 0;
  }

  /**
   * Looks once at each market that has moved. One that fails holds up no other, and is said at the end.
   * @param isUnfinished whether a look has left some behind, also one that failed: the next round goes on with those, behind all other markets
   */
  async look(at: (waiting: Waiting) => Promise<void>, isUnfinished: (waiting: Waiting) => boolean): Promise<void> {
    const failures = new Failures();
    // What moves meanwhile is for the next round.
    const moved = [...this.moved];
    for (const marketId of moved) {
      this.moved.delete(marketId);
      const waiting = this.waiting.get(marketId);
      if (!waiting) continue;
      await failures.apart(() => at(waiting), undefined);
      if (isUnfinished(waiting)) this.moved.add(marketId);
    }
    failures.end();
  }
}
