import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Metrics } from '../metrics/metrics.js';
import { OutboxStore } from './outbox.store.js';

const DAY_MS = 86_400_000;
const TODAY = 0;
/** Partitions created ahead, in days. */
const DAYS_AHEAD = [1, 2];
/** Three runs of the schedule. */
const FAILURE_COUNTS_MS = 10_800_000;
/** Batch size for the default partition, which has the events of days without a partition of their own. */
const ROWS_AT_A_TIME = 10_000;

/**
 * Creates the next daily partitions and drops those past their retention: a page that was away for longer reads a snapshot
 * of its state instead of resuming.
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
  /** Today, if it could not be made any more, and the log says so already. */
  private fullDay: string | null = null;

  /** Whether the last run in this process failed recently: the table grows then. The next runs may be on other workers. */
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

  /** Days that come are made first: today's may take longer than it is given, and holds up no other. */
  private async maintainPartitions(now: number): Promise<void> {
    const failures: unknown[] = [];
    for (const day of [...DAYS_AHEAD, TODAY]) {
      const name = new Date(now + day * DAY_MS).toISOString().slice(0, 10);
      await this.makeDay(name, day === TODAY).catch((error: unknown) => {
        failures.push(error);
        this.logger.warn(`The day of events ${name} could not be made: ${String(error)}`);
      });
    }
    await this.dropDays(now);
    if (failures.length > 0) throw failures[0];
  }

  /** What is too full to be moved stays so: of today that is no failure, for its events are dropped in turn from where they are. */
  private async makeDay(name: string, isToday: boolean): Promise<void> {
    if ((await this.store.makeDay(name)) !== null) return;
    if (!isToday) throw new Error(`Too many events of ${name} are kept beside the days to be moved`);
    if (this.fullDay === name) return;
    this.fullDay = name;
    this.logger.warn(
      `Too many events of ${name} are kept beside the days to be moved: they stay there, and are dropped in turn.`,
    );
  }

  private async dropDays(now: number): Promise<void> {
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
