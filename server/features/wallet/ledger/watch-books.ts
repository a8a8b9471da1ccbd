import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { BOOKS } from '../../../contract/books.js';
import { type HealthPart, HealthRegistry } from '../../../platform/health/health.registry.js';
import { Loops } from '../../../platform/loop/loops.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { CheckBooks } from './check-books.js';
import { BOOKS_LATE_SECONDS, TradingModeStore } from './trading-mode.store.js';

const LOOK_EVERY_MS = 15_000;
/** After this time without a check a worker runs one itself: the schedule is in Redis and may be lost. */
const OVERDUE_SECONDS = 75;

/**
 * Watches in every process that the books are checked: a missing check must not count as a passed one. A late check raises an
 * alarm in the log, the metrics and the readiness; only a violation stops money.
 */
@Injectable()
export class WatchBooks implements OnApplicationBootstrap {
  private readonly logger = new Logger(WatchBooks.name);
  private readonly startedAt = performance.now();
  private seen: HealthPart = { state: 'ok' };
  private modes: HealthPart = { state: 'ok' };

  constructor(
    loops: Loops,
    private readonly checkBooks: CheckBooks,
    private readonly store: TradingModeStore,
    private readonly metrics: Metrics,
    private readonly health: HealthRegistry,
  ) {
    loops.add({ name: 'books.watch', everyMs: LOOK_EVERY_MS, round: () => this.look() });
    loops.add({ name: 'books.overdue', role: 'worker', everyMs: LOOK_EVERY_MS, round: () => this.checkOverdue() });
  }

  onApplicationBootstrap(): void {
    // The last result, never a query to a slow database: another process checks the same books.
    this.health.part('books', () => this.seen);
    this.health.part('cancel-only', () => this.modes);
  }

  /** State of the books for the log, the metrics and the readiness. */
  async look(secondsUp = (performance.now() - this.startedAt) / 1000): Promise<void> {
    const silence = await this.store.secondsUnchecked();
    this.metrics.booksCheckedSecondsAgo.set(silence);
    const modes = await this.store.read();
    for (const book of BOOKS) this.metrics.cancelOnly.set({ book }, modes[book].mode === 'open' ? 0 : 1);
    // After a suspended machine wakes, the check gets its full time before it counts as late.
    const isLate = silence > BOOKS_LATE_SECONDS && secondsUp > BOOKS_LATE_SECONDS;
    this.metrics.booksLate.set(isLate ? 1 : 0);
    const [real, demo] = [modes.real.mode, modes.demo.mode];
    this.seen = { state: isLate ? 'degraded' : 'ok', detail: { checkedSecondsAgo: Math.round(silence), isLate } };
    this.modes = { state: real === 'open' && demo === 'open' ? 'ok' : 'degraded', detail: { real, demo } };
    if (!isLate) return;
    const underWay = this.checkBooks.underWay();
    const here = underWay === '' ? '' : ` This process is checking: ${underWay}.`;
    this.logger.error(`Nobody finished a check of the books for ${Math.round(silence)} s.${here}`);
  }

  /** Checks the books when the last check is too long ago. */
  private async checkOverdue(): Promise<void> {
    if ((await this.store.secondsUnchecked()) > OVERDUE_SECONDS) await this.checkBooks.execute();
  }
}
