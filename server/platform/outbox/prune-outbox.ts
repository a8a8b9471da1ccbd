import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Metrics } from '../metrics/metrics.js';
import { OutboxStore } from './outbox.store.js';

const DAY_MS = 86_400_000;
/** Days made ahead. */
const DAYS_AHEAD = 2;
/** Three turns. */
const FAILURE_COUNTS_MS = 10_800_000;
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

  private failedAt: number | null = null;

  /** Whether it has failed here, and there was no other turn since: the table grows then. Other workers may have had the next turns. */
  get hasFailed(): boolean {
    return this.failedAt !== null && this.clock.now() - this.failedAt < FAILURE_COUNTS_MS;
  }

  async execute(): Promise<void> {
    try {
      await this.maintainPartitions(this.clock.now());
      this.failed(false);
    } catch (error) {
      this.failed(true);
      throw error;
    }
  }

  private async maintainPartitions(now: number): Promise<void> {
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
    this.failedAt = hasFailed ? this.clock.now() : null;
    this.metrics.outboxPruneFailed.set(hasFailed ? 1 : 0);
  }
}
