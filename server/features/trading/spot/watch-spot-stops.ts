import { Injectable } from '@nestjs/common';
import { isTriggered } from '../../../contract/rules/spot-stop.rules.js';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import {
  MarketCatalog,
  type MarketChangeNotice,
  MarketUpdates,
  TradableMarkets,
} from '../../markets/market-board/index.js';
import { BOOKS, MovedMarkets } from './moved-markets.js';
import { type NearestTriggers, SpotStopsStore } from './spot-stops.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

/** The markets of one book, and the loop that looks at them. */
interface Watch {
  demo: boolean;
  moved: MovedMarkets<NearestTriggers>;
  loop: Loop;
}

/**
 * Watches prices for waiting stops, in every process with the role `worker`. It knows the nearest trigger prices of each market and so looks at
 * the stops only when the price has reached one; they are read again each second. Real and demo money have rounds of their own: however many
 * stops are reached, no real money waits for demo money, and no market for all of another.
 */
@Injectable()
export class WatchSpotStops {
  private readonly watches: Watch[];

  constructor(
    loops: Loops,
    updates: MarketUpdates,
    catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStopsStore,
    private readonly triggerSpotStops: TriggerSpotStops,
  ) {
    this.watches = BOOKS.map((demo) => {
      const moved = new MovedMarkets<NearestTriggers>(catalog);
      const hear = ({ last, book }: MarketChangeNotice): void => {
        moved.hear([...last, ...book]);
        if (moved.areLeft()) loop.wake();
      };
      const loop = loops.add({
        name: demo ? 'spot.demo-stops' : 'spot.stops',
        role: 'worker',
        listen: () => updates.on(hear),
        round: () => this.round(moved, loop),
      });
      return { demo, moved, loop };
    });
  }

  /** Reads which stops wait and has every market that has some looked at, without waiting for it. */
  async sweep(): Promise<void> {
    const nearest = await this.store.nearest();
    for (const { demo, moved, loop } of this.watches) {
      moved.expect(nearest.filter((each) => each.demo === demo));
      if (moved.areLeft()) loop.wake();
    }
  }

  private async round(moved: Watch['moved'], loop: Loop): Promise<void> {
    try {
      await moved.look(
        async (waiting) => {
          if (this.isReached(waiting)) await this.triggerSpotStops.execute(waiting.marketId, waiting.demo);
        },
        (waiting) => this.isReached(waiting) && this.triggerSpotStops.isUnfinished(waiting),
      );
    } finally {
      // What ends a round early must not hold up the markets that were left.
      if (moved.areLeft()) loop.wake();
    }
  }

  private isReached({ marketId, demo, lowestRise, highestFall, isReached }: NearestTriggers): boolean {
    const last = this.tradable.look({ marketId, product: 'spot', demo })?.last;
    if (last === undefined) return false;
    if (isReached) return true;
    const risen = lowestRise !== null && isTriggered({ direction: 'rise', triggerPrice: lowestRise }, last);
    return risen || (highestFall !== null && isTriggered({ direction: 'fall', triggerPrice: highestFall }, last));
  }
}
