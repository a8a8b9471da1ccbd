import { Injectable } from '@nestjs/common';
import { isTriggered } from '../../../contract/rules/spot-stop.rules.js';
import { Failures } from '../../../platform/database/failures.js';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import {
  MarketCatalog,
  type MarketChangeNotice,
  MarketUpdates,
  TradableMarkets,
} from '../../markets/market-board/index.js';
import { type NearestTriggers, SpotStopsStore } from './spot-stops.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

/**
 * Watches prices for waiting stops, in every process with the role `worker`. It knows the nearest trigger prices of each market and so looks at
 * the stops only when the price has reached one; they are read again each second.
 */
@Injectable()
export class WatchSpotStops {
  private nearest = new Map<number, NearestTriggers[]>();
  private readonly moved = new Set<number>();
  private readonly loop: Loop;

  constructor(
    loops: Loops,
    updates: MarketUpdates,
    private readonly catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStopsStore,
    private readonly triggerSpotStops: TriggerSpotStops,
  ) {
    const listen = () => updates.on((notice) => this.hear(notice));
    this.loop = loops.add({ name: 'spot.stops', role: 'worker', listen, round: () => this.round() });
  }

  /** Reads which stops wait and looks at every market that has some. */
  async sweep(): Promise<void> {
    this.nearest = new Map();
    for (const row of await this.store.nearest()) {
      this.nearest.set(row.marketId, [...(this.nearest.get(row.marketId) ?? []), row]);
      this.moved.add(row.marketId);
    }
    await this.loop.run();
  }

  private hear({ last, book }: MarketChangeNotice): void {
    for (const symbol of [...last, ...book]) {
      const market = this.catalog.bySymbol(symbol);
      if (market && this.nearest.has(market.id)) this.moved.add(market.id);
    }
    if (this.moved.size > 0) this.loop.wake();
  }

  private async round(): Promise<void> {
    const failures = new Failures();
    const moved = [...this.moved];
    try {
      for (const marketId of moved) {
        this.moved.delete(marketId);
        for (const nearest of this.nearest.get(marketId) ?? []) {
          if (!this.isReached(nearest)) continue;
          await failures.apart(() => this.triggerSpotStops.execute(marketId, nearest.demo), 0);
        }
      }
    } finally {
      // What ends a round early must not hold up the markets that were left.
      if (this.moved.size > 0) this.loop.wake();
    }
    failures.end();
  }

  private isReached({ marketId, demo, lowestRise, highestFall, isReached }: NearestTriggers): boolean {
    const last = this.tradable.look({ marketId, product: 'spot', demo })?.last;
    if (last === undefined) return false;
    if (isReached) return true;
    const risen = lowestRise !== null && isTriggered({ direction: 'rise', triggerPrice: lowestRise }, last);
    return risen || (highestFall !== null && isTriggered({ direction: 'fall', triggerPrice: highestFall }, last));
  }
}
