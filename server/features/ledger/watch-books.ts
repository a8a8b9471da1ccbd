import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { CheckBooks } from './check-books.js';
import { TradingModeStore } from './trading-mode.store.js';
import { TradingMode } from './trading-mode.js';

const LOOK_EVERY_MS = 15_000;
/** After so long a worker checks the books by itself: the schedule lives in Redis and may be lost. */
const OVERDUE_SECONDS = 75;
const LATE_SECONDS = 180;

/** Sees to it that the books are checked, in every process: nobody's silence may pass for good news. */
@Injectable()
export class WatchBooks implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WatchBooks.name);
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly config: Config,
    private readonly check: CheckBooks,
    private readonly mode: TradingMode,
    private readonly store: TradingModeStore,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Never throws: without Postgres there is no money to stop. */
  async look(secondsUp = (performance.now() - this.startedAt) / 1000): Promise<void> {
    try {
      const silence = await this.store.secondsUnverified();
      this.metrics.booksCheckedSecondsAgo.set(silence);
      this.metrics.cancelOnly.set((await this.store.read()).mode === 'open' ? 0 : 1);
      // What stood still overnight is not late before it had the time to be checked.
      if (silence > LATE_SECONDS && secondsUp > LATE_SECONDS) {
        await this.mode.stop('Nobody found the books in order for more than three minutes.');
      }
      if (silence > OVERDUE_SECONDS && this.config.values.ROLES.includes('worker')) await this.check.execute();
    } catch (error) {
      this.logger.warn(`The books could not be looked after: ${String(error)}`);
    }
  }
}
