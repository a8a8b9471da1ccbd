import { Injectable } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import { Loops } from '../../../platform/loop/loops.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { BOOKS, FollowOpenPositions } from '../futures-index/index.js';
import { RetryStops } from './retry-stops.js';
import { WatchClosings } from './watch-closings.js';
import { WatchOrders } from './watch-orders.js';

const EVERY_MS = 1000;

/**
 * Checks the triggers of every market each second on workers, because price notices and the schedule in Redis may be lost. Each book by
 * itself: no real money waits for demo money.
 */
@Injectable()
export class SweepTriggers {
  constructor(
    loops: Loops,
    private readonly catalog: MarketCatalog,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly retryStops: RetryStops,
    private readonly watchOrders: WatchOrders,
    private readonly watchClosings: WatchClosings,
  ) {
    for (const demo of BOOKS) {
      const name = demo ? 'futures.demo-sweep' : 'futures.sweep';
      loops.add({ name, role: 'worker', everyMs: EVERY_MS, round: () => this.sweep(demo) });
    }
  }

  /** Both books at the same time. @throws the failures, after everything was tried. */
  async execute(): Promise<void> {
    const failures = new Failures();
    await Promise.all(BOOKS.map((demo) => failures.apart(() => this.sweep(demo), undefined)));
    failures.end();
  }

  /** Retries waiting stops and checks every futures market. */
  private async sweep(demo: boolean): Promise<void> {
    if (!this.followOpenPositions.loaded) return;
    const failures = new Failures();
    const markets = this.catalog.all().flatMap(({ id, perpetual }) => (perpetual ? [id] : []));
    this.watchClosings.wake(markets, demo);
    await failures.apart(() => this.retryStops.execute([demo]), 0);
    await this.watchOrders.check(markets, demo);
    failures.end();
  }
}
