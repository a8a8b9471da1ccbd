import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Metrics } from '../metrics/metrics.js';
import { OutboxStore } from './outbox.store.js';

/** Retention of a stream: its last day, and its newest events however old. */
const KEPT_MS = 86_400_000;
const KEPT_EVENTS = 2048;
const ROWS_AT_A_TIME = 10_000;

/** Prunes old events: a page that was away for longer reads its state again. */
@Injectable()
export class PruneOutbox {
  constructor(
    private readonly store: OutboxStore,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /** Whether the last time has failed: the table grows then. */
  hasFailed = false;

  async execute(): Promise<void> {
    const before = new Date(this.clock.now() - KEPT_MS);
    try {
      while ((await this.store.prune(before, KEPT_EVENTS, ROWS_AT_A_TIME)) > 0);
      this.failed(false);
    } catch (error) {
      this.failed(true);
      throw error;
    }
  }

  private failed(hasFailed: boolean): void {
    this.hasFailed = hasFailed;
    this.metrics.outboxPruneFailed.set(hasFailed ? 1 : 0);
  }
}
