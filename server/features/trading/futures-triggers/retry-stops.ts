import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { TradableMarkets } from '../../markets/market-board/index.js';
import { marketInBook } from '../futures-index/index.js';
import { type FiredPlace, PendingOrdersStore, type WaitingStop } from './pending-orders.store.js';
import { WriteTriggers } from './write-triggers.js';

/** Of each book and market; the next look goes on behind them. */
const AT_ONCE = 200;
/** A stop not executed within this time after it fired counts as late in the metrics. */
const LATE_MS = 3000;

/** Retries stops that any worker fired but did not execute; they wait as long as closing by hand is refused. */
@Injectable()
export class RetryStops {
  private readonly logger = new Logger(RetryStops.name);
  private places: FiredPlace[] = [];

  constructor(
    private readonly orders: PendingOrdersStore,
    private readonly prices: TradableMarkets,
    private readonly writeTriggers: WriteTriggers,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** @returns the number of late stops. @throws the failures, after all stops were tried. */
  async execute(): Promise<number> {
    const waiting = await this.orders.firedStops(this.places, AT_ONCE);
    // Before they are tried: one that fails must not be the first again.
    this.places = lastOf(waiting);
    const now = this.clock.now();
    const failures = new Failures();
    let late = 0;
    for (const stop of waiting) {
      const closed = await failures.apart(
        () =>
          this.writeTriggers.close(
            stop,
            this.prices.open({ marketId: stop.marketId, demo: stop.demo, product: 'perpetual', risk: 'reducing' }),
          ),
        false,
      );
      if (!closed && now - stop.triggeredAt.getTime() > LATE_MS) late += 1;
    }
    this.metrics.stopsLate.set(late);
    if (late > 0) this.logger.warn(`${late} stops fired more than three seconds ago and wait for a market.`);
    failures.end();
    return late;
  }
}

/** The last one of each book and market. */
function lastOf(waiting: readonly WaitingStop[]): FiredPlace[] {
  const last = new Map(
    waiting.map(({ marketId, demo, triggerId }) => [marketInBook(marketId, demo), { marketId, demo, triggerId }]),
  );
  return [...last.values()];
}
