import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import { bookSide } from '../../../contract/rules/book-walk.rules.js';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import {
  MarketCatalog,
  type MarketChangeNotice,
  MarketUpdates,
  TradableMarkets,
} from '../../markets/market-board/index.js';
import { MatchSpotOrders } from './match-spot-orders.js';
import { bookOf } from './price-spot-order.js';
import { type OpenLimits, SpotStore } from './spot.store.js';

/**
 * Watches the books for open limit orders, in every process with the role `worker`. It knows the best limit of each
 * market and so looks at the orders only when the book has reached one; the limits are read again each second.
 */
@Injectable()
export class WatchSpotOrders {
  private limits = new Map<number, OpenLimits[]>();
  private readonly moved = new Set<number>();
  private readonly loop: Loop;

  constructor(
    loops: Loops,
    updates: MarketUpdates,
    private readonly catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStore,
    private readonly matchSpotOrders: MatchSpotOrders,
  ) {
    const listen = () => updates.on((notice) => this.hear(notice));
    this.loop = loops.add({ name: 'spot.orders', role: 'worker', listen, round: () => this.round() });
  }

  /** Reads which limits are open and looks at every market that has some. */
  async sweep(): Promise<void> {
    const limits = await this.store.openLimits();
    this.limits = new Map();
    for (const row of limits) {
      this.limits.set(row.marketId, [...(this.limits.get(row.marketId) ?? []), row]);
      this.moved.add(row.marketId);
    }
    await this.loop.run();
  }

  private hear({ book }: MarketChangeNotice): void {
    for (const symbol of book) {
      const market = this.catalog.bySymbol(symbol);
      if (market && this.limits.has(market.id)) this.moved.add(market.id);
    }
    if (this.moved.size > 0) this.loop.wake();
  }

  private async round(): Promise<void> {
    const moved = [...this.moved];
    try {
      for (const marketId of moved) {
        this.moved.delete(marketId);
        for (const limits of this.limits.get(marketId) ?? []) {
          if (this.isReached(limits)) await this.matchSpotOrders.execute(marketId, limits.demo);
        }
      }
    } finally {
      // A market that fails must not hold up the others.
      if (this.moved.size > 0) this.loop.wake();
    }
  }

  private isReached({ marketId, demo, highestBuy, lowestSell }: OpenLimits): boolean {
    const prices = this.tradable.look({ marketId, product: 'spot', demo });
    if (!prices?.book) return false;
    const [ask, bid] = [bookSide(bookOf(prices), 'buy')[0]?.[0], bookSide(bookOf(prices), 'sell')[0]?.[0]];
    const bought = highestBuy !== null && ask !== undefined && new Decimal(ask).lte(highestBuy);
    const sold = lowestSell !== null && bid !== undefined && new Decimal(bid).gte(lowestSell);
    return bought || sold;
  }
}
