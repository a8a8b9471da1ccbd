import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BOOKS } from '../../../contract/books.js';
import { Config } from '../../../platform/config/config.js';
import { type HealthPart, HealthRegistry } from '../../../platform/health/health.registry.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { CheckBooks } from './check-books.js';
import { TradingModeStore } from './trading-mode.store.js';

const LOOK_EVERY_MS = 15_000;
/** After this time a worker checks the books without the schedule, which lives in Redis and may be lost. */
const OVERDUE_SECONDS = 75;
const LATE_SECONDS = 180;

/**
 * Makes sure in every process that the books are checked: a missing check must not count as a passed one. A check that
 * is late is an alarm, in the log, the figures and the readiness; what is broken stops money, what is slow does not.
 */
@Injectable()
export class WatchBooks implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WatchBooks.name);
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout | null = null;
  private seen: HealthPart = { state: 'ok' };

  constructor(
    private readonly config: Config,
    private readonly checkBooks: CheckBooks,
    private readonly store: TradingModeStore,
    private readonly metrics: Metrics,
    private readonly health: HealthRegistry,
  ) {}

  onApplicationBootstrap(): void {
    // What was last seen, never a question to a slow database: a neighbour has the same books.
    this.health.part('books', () => this.seen);
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Never throws: without Postgres there is no money to watch. */
  async look(secondsUp = (performance.now() - this.startedAt) / 1000): Promise<void> {
    try {
      const silence = await this.store.secondsUnchecked();
      this.metrics.booksCheckedSecondsAgo.set(silence);
      const modes = await this.store.read();
      for (const book of BOOKS) this.metrics.cancelOnly.set({ book }, modes[book].mode === 'open' ? 0 : 1);
      // After a suspended machine wakes, the check gets its full time before it counts as late.
      const isLate = silence > LATE_SECONDS && secondsUp > LATE_SECONDS;
      this.metrics.booksLate.set(isLate ? 1 : 0);
      const [real, demo] = [modes.real.mode, modes.demo.mode];
      this.seen = {
        state: real === 'open' && demo === 'open' && !isLate ? 'ok' : 'degraded',
        detail: { real, demo, checkedSecondsAgo: Math.round(silence), isLate },
      };
      if (isLate) this.logger.error(`Nobody finished a check of the books for ${Math.round(silence)} s.`);
      if (silence > OVERDUE_SECONDS && this.config.values.ROLES.includes('worker')) await this.checkBooks.execute();
    } catch (error) {
      this.logger.warn(`The books could not be looked after: ${String(error)}`);
    }
  }
}
