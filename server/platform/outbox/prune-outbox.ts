import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Metrics } from '../metrics/metrics.js';
import { OutboxStore } from './outbox.store.js';

const DAY_MS = 86_400_000;
/** Days made ahead. */
const DAYS_AHEAD = 2;
/** Of events that were kept beside the days, because nobody had made theirs. */
const ROWS_AT_A_TIME = 10_000;

/**
 * Makes the next days of events and drops those that are over for as long as the rule says: a page that was away for longer
 * reads its state again.
 */
@Injectable()
export class PruneOutbox {
  private readonly logger = new Logger('Outbox');

  constructor(
    private readonly store: OutboxStore,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /** Whether the last time has failed: the table grows then. */
  hasFailed = false;

  async execute(): Promise<void> {
    try {
      await this.keepDays(this.clock.now());
      this.failed(false);
    } catch (error) {
      this.failed(true);
      throw error;
    }
  }

  private async keepDays(now: number): Promise<void> {
    for (let day = 0; day <= DAYS_AHEAD; day += 1) {
      await this.store.makeDay(new Date(now + day * DAY_MS).toISOString().slice(0, 10));
    }
    for (;;) {
      const { days, rows } = await this.store.dropDays(new Date(now), ROWS_AT_A_TIME);
      if (days.length > 0) this.logger.log(`Days of events dropped: ${days.join(', ')}.`);
      if (rows < ROWS_AT_A_TIME) return;
    }
  }

  private failed(hasFailed: boolean): void {
    this.hasFailed = hasFailed;
    this.metrics.outboxPruneFailed.set(hasFailed ? 1 : 0);
  }
}
