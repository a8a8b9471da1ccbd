import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';

/** Transactions, events, time and metrics for services that write positions. */
@Injectable()
export class ActingParts {
  constructor(
    readonly transactions: Transactions,
    readonly outbox: Outbox,
    readonly clock: Clock,
    readonly metrics: Metrics,
  ) {}
}
