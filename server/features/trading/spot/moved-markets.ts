import { Failures } from '../../../platform/database/failures.js';
import type { MarketCatalog } from '../../markets/market-board/index.js';

/** Markets that somebody waits in, and which of them have moved since they were looked at. */
export class MovedMarkets<Waiting extends { marketId: number }> {
  private waiting = new Map<number, Waiting[]>();
  private readonly moved = new Set<number>();

  constructor(private readonly catalog: Pick<MarketCatalog, 'bySymbol'>) {}

  /** These wait now, and no others. Each of their markets is looked at once, whether it moves or not. */
  expect(rows: readonly Waiting[]): void {
    this.waiting = new Map();
    for (const row of rows) {
      this.waiting.set(row.marketId, [...(this.waiting.get(row.marketId) ?? []), row]);
      this.moved.add(row.marketId);
    }
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

  /** Looks at whoever waits in a market that has moved. One that fails holds up no other, and is said at the end. */
  async look(at: (waiting: Waiting) => Promise<void>): Promise<void> {
    const failures = new Failures();
    // What moves meanwhile is for the next round.
    const moved = [...this.moved];
    for (const marketId of moved) {
      this.moved.delete(marketId);
      for (const waiting of this.waiting.get(marketId) ?? []) await failures.apart(() => at(waiting), undefined);
    }
    failures.end();
  }
}
