import { Injectable } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import {
  MarketCatalog,
  type MarketChangeNotice,
  MarketUpdates,
  type Quotation,
  quotationOf,
} from '../../markets/market-board/index.js';
import { BOOKS, FollowOpenPositions } from '../futures-index/index.js';
import { FillOrders } from './fill-orders.js';
import { TriggerStops } from './trigger-stops.js';

/** Watches prices for pending orders and stops, in every process with the role `worker`. */
@Injectable()
export class WatchOrders {
  private readonly moved = new Set<number>();
  private readonly loop: Loop;

  constructor(
    loops: Loops,
    updates: MarketUpdates,
    private readonly catalog: MarketCatalog,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly fillOrders: FillOrders,
    private readonly triggerStops: TriggerStops,
  ) {
    const listen = () => updates.on((notice) => this.hear(notice));
    this.loop = loops.add({ name: 'futures.orders', role: 'worker', listen, round: () => this.round() });
  }

  /** Checks the pending orders and stops of these markets, after the round that is under way. */
  async check(marketIds: readonly number[]): Promise<void> {
    for (const marketId of marketIds) this.moved.add(marketId);
    await this.loop.run();
  }

  private hear({ last, mark, book, perpetual }: MarketChangeNotice): void {
    this.note([...mark, ...perpetual]);
    // The pair's own price moves those contracts alone that are traded by it.
    this.note([...last, ...book], 'pair');
    if (this.moved.size > 0) this.loop.wake();
  }

  private note(symbols: readonly string[], of?: Quotation): void {
    for (const symbol of symbols) {
      const market = this.catalog.bySymbol(symbol);
      if (!market?.perpetual || (of !== undefined && quotationOf(market, 'perpetual') !== of)) continue;
      this.moved.add(market.id);
    }
  }

  private async round(): Promise<void> {
    if (!this.followOpenPositions.loaded) return this.moved.clear();
    const failures = new Failures();
    const moved = [...this.moved];
    try {
      for (const marketId of moved) {
        this.moved.delete(marketId);
        for (const demo of BOOKS) {
          await failures.apart(() => this.triggerStops.execute({ marketId, demo }), 0);
          await failures.apart(() => this.fillOrders.execute({ marketId, demo }), 0);
        }
      }
    } finally {
      // What ends a round early must not hold up the markets that were left.
      if (this.moved.size > 0) this.loop.wake();
    }
    failures.end();
  }
}
