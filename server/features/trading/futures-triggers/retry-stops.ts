import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { TradableMarkets } from '../../markets/market-board/index.js';
import { BOOKS, marketInBook } from '../futures-index/index.js';
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
  /** Of each book, at its last look. */
  private readonly late = new Map<boolean, number>();

  constructor(
    private readonly orders: PendingOrdersStore,
    private readonly prices: TradableMarkets,
    private readonly writeTriggers: WriteTriggers,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** @returns the number of late stops of these books. @throws the failures, after all their stops were tried. */
  async execute(books: readonly boolean[] = BOOKS): Promise<number> {
    const isOurs = ({ demo }: FiredPlace) => books.includes(demo);
    const waiting = await this.orders.firedStops(this.places.filter(isOurs), AT_ONCE, books);
    // Before they are tried: one that fails must not be the first again.
    this.places = [...this.places.filter((place) => !isOurs(place)), ...lastOf(waiting)];
    const now = this.clock.now();
    const failures = new Failures();
    const late = new Map(books.map((demo) => [demo, 0]));
    for (const stop of waiting) {
      const closed = await failures.apart(
        () =>
          this.writeTriggers.close(
            stop,
            this.prices.open({ marketId: stop.marketId, demo: stop.demo, product: 'perpetual', risk: 'reducing' }),
          ),
        false,
      );
      if (!closed && now - stop.triggeredAt.getTime() > LATE_MS) late.set(stop.demo, (late.get(stop.demo) ?? 0) + 1);
    }
    for (const [demo, count] of late) this.late.set(demo, count);
    this.metrics.stopsLate.set(sumOf(this.late.values()));
    const found = sumOf(late.values());
    if (found > 0) this.logger.warn(`${found} stops fired more than three seconds ago and wait for a market.`);
    failures.end();
    return found;
  }
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

/** The last one of each book and market. */
function lastOf(waiting: readonly WaitingStop[]): FiredPlace[] {
  const last = new Map(
    waiting.map(({ marketId, demo, triggerId }) => [marketInBook(marketId, demo), { marketId, demo, triggerId }]),
  );
  return [...last.values()];
}
