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
import { MovedMarkets } from './moved-markets.js';
import { bookOf } from './price-spot-order.js';
import { type OpenLimits, SpotStore } from './spot.store.js';

/**
 * Watches the books for open limit orders, in every process with the role `worker`. It knows the best limit of each
 * market and so looks at the orders only when the book has reached one; the limits are read again each second.
 */
@Injectable()
export class WatchSpotOrders {
  private readonly markets: MovedMarkets<OpenLimits>;
  private readonly loop: Loop;

  constructor(
    loops: Loops,
    updates: MarketUpdates,
    catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStore,
    private readonly matchSpotOrders: MatchSpotOrders,
  ) {
    this.markets = new MovedMarkets(catalog);
    const listen = () => updates.on((notice) => this.hear(notice));
    this.loop = loops.add({ name: 'spot.orders', role: 'worker', listen, round: () => this.round() });
  }

  /** Reads which limits are open and looks at every market that has some. */
  async sweep(): Promise<void> {
    this.markets.expect(await this.store.openLimits());
    await this.loop.run();
  }

  private hear({ book }: MarketChangeNotice): void {
    this.markets.hear(book);
    if (this.markets.areLeft()) this.loop.wake();
  }

  private async round(): Promise<void> {
    try {
      await this.markets.look(async (waiting) => {
        if (this.isReached(waiting)) await this.matchSpotOrders.execute(waiting.marketId, waiting.demo);
      });
    } finally {
      // What ends a round early must not hold up the markets that were left.
      if (this.markets.areLeft()) this.loop.wake();
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
