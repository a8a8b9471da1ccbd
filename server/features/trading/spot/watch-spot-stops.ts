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
import { MovedMarkets } from './moved-markets.js';
import { type NearestTriggers, SpotStopsStore } from './spot-stops.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

/**
 * Watches prices for waiting stops, in every process with the role `worker`. It knows the nearest trigger prices of each market and so looks at
 * the stops only when the price has reached one; they are read again each second.
 */
@Injectable()
export class WatchSpotStops {
  private readonly markets: MovedMarkets<NearestTriggers>;
  private readonly loop: Loop;

  constructor(
    loops: Loops,
    updates: MarketUpdates,
    catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStopsStore,
    private readonly triggerSpotStops: TriggerSpotStops,
  ) {
    this.markets = new MovedMarkets(catalog);
    const listen = () => updates.on((notice) => this.hear(notice));
    this.loop = loops.add({ name: 'spot.stops', role: 'worker', listen, round: () => this.round() });
  }

  /** Reads which stops wait and looks at every market that has some. */
  async sweep(): Promise<void> {
    this.markets.expect(await this.store.nearest());
    await this.loop.run();
  }

  private hear({ last, book }: MarketChangeNotice): void {
    this.markets.hear([...last, ...book]);
    if (this.markets.areLeft()) this.loop.wake();
  }

  private async round(): Promise<void> {
    try {
      await this.markets.look(async (waiting) => {
        if (this.isReached(waiting)) await this.triggerSpotStops.execute(waiting.marketId, waiting.demo);
      });
    } finally {
      // What ends a round early must not hold up the markets that were left.
      if (this.markets.areLeft()) this.loop.wake();
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
