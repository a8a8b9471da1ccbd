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
import { BOOKS, MovedMarkets } from './moved-markets.js';
import { bookOf } from './price-spot-order.js';
import { type OpenLimits, SpotStore } from './spot.store.js';

/** The markets of one book, and the loop that looks at them. */
interface Watch {
  demo: boolean;
  moved: MovedMarkets<OpenLimits>;
  loop: Loop;
}

/**
 * Watches the books for open limit orders, in every process with the role `worker`. It knows the best limit of each
 * market and so looks at the orders only when the book has reached one; the limits are read again each second. Real and
 * demo money have rounds of their own: however many orders wait, no real money waits for demo money.
 */
@Injectable()
export class WatchSpotOrders {
  private readonly watches: Watch[];

  constructor(
    loops: Loops,
    updates: MarketUpdates,
    catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStore,
    private readonly matchSpotOrders: MatchSpotOrders,
  ) {
    this.watches = BOOKS.map((demo) => {
      const moved = new MovedMarkets<OpenLimits>(catalog);
      const hear = ({ book }: MarketChangeNotice): void => {
        moved.hear(book);
        if (moved.areLeft()) loop.wake();
      };
      const loop = loops.add({
        name: demo ? 'spot.demo-orders' : 'spot.orders',
        role: 'worker',
        listen: () => updates.on(hear),
        round: () => this.round(moved, loop),
      });
      return { demo, moved, loop };
    });
  }

  /** Reads which limits are open and has every market that has some looked at, without waiting for it. */
  async sweep(): Promise<void> {
    const open = await this.store.openLimits();
    for (const { demo, moved, loop } of this.watches) {
      moved.expect(open.filter((each) => each.demo === demo));
      if (moved.areLeft()) loop.wake();
    }
  }

  private async round(moved: Watch['moved'], loop: Loop): Promise<void> {
    try {
      await moved.look(
        async (waiting) => {
          if (this.isReached(waiting)) await this.matchSpotOrders.execute(waiting.marketId, waiting.demo);
        },
        (waiting) => this.isReached(waiting) && this.matchSpotOrders.isUnfinished(waiting),
      );
    } finally {
      // What ends a round early must not hold up the markets that were left.
      if (moved.areLeft()) loop.wake();
    }
  }

  private isReached({ marketId, demo, highestBuy, lowestSell }: OpenLimits): boolean {
    const prices = this.tradable.look({ marketId, product: 'spot', demo });
    if (!prices?.book) return false;
    const book = bookOf(prices);
    const [ask, bid] = [bookSide(book, 'buy')[0]?.[0], bookSide(book, 'sell')[0]?.[0]];
    const bought = highestBuy !== null && ask !== undefined && new Decimal(ask).lte(highestBuy);
    const sold = lowestSell !== null && bid !== undefined && new Decimal(bid).gte(lowestSell);
    return bought || sold;
  }
}
