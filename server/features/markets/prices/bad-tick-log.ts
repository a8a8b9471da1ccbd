import { Logger } from '@nestjs/common';
import type { InstrumentKey } from '../../../platform/feeds/feed.js';
import type { Metrics } from '../../../platform/metrics/metrics.js';
import type { TickFault } from './tick-guard.rules.js';

const LOG_EVERY_MS = 1000;

/** Counts every tick that did not become a price, and says so at most once a second. */
export class BadTickLog {
  private readonly logger = new Logger('Prices');
  private loggedAt = Number.NEGATIVE_INFINITY;
  private unsaid = 0;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly metrics: Metrics) {}

  count(instrument: InstrumentKey, fault: TickFault, now: number): void {
    this.metrics.badTicks.inc({ symbol: instrument, reason: fault });
    this.unsaid += 1;
    if (now - this.loggedAt < LOG_EVERY_MS) return;
    this.logger.warn(`${this.unsaid} bad ticks; the last one of ${instrument} was ${fault}.`);
    this.loggedAt = now;
    this.unsaid = 0;
  }

  /** Says that a market could not be computed, at most once a second. */
  failed(symbol: string, error: unknown, now: number): void {
    if (now - this.failedAt < LOG_EVERY_MS) return;
    this.failedAt = now;
    this.logger.error(`${symbol} could not be computed: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
