import { Logger } from '@nestjs/common';
import type { InstrumentKey } from '../../platform/feeds/feed.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import type { TickFault } from './tick-guard.rules.js';

const LOG_EVERY_MS = 1000;

/** Counts every tick that did not become a price, and says so at most once a second. */
export class BadTickLog {
  private readonly logger = new Logger('Prices');
  private loggedAt = Number.NEGATIVE_INFINITY;
  private unsaid = 0;

  constructor(private readonly metrics: Metrics) {}

  count(instrument: InstrumentKey, fault: TickFault, now: number): void {
    this.metrics.badTicks.inc({ symbol: instrument, reason: fault });
    this.unsaid += 1;
    if (now - this.loggedAt < LOG_EVERY_MS) return;
    this.logger.warn(`${this.unsaid} bad ticks; the last one of ${instrument} was ${fault}.`);
    this.loggedAt = now;
    this.unsaid = 0;
  }
}
