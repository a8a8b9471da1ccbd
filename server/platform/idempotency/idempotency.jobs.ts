import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Handles } from '../jobs/handles.js';
import { IdempotencyStore } from './idempotency.store.js';

const KEPT_MS = 24 * 3_600_000;

/** In by queue. */
@Injectable()
export class IdempotencyJobs {
  constructor(
    private readonly store: IdempotencyStore,
    private readonly clock: Clock,
  ) {}

  @Handles('idempotency.prune')
  async onPrune(): Promise<void> {
    await this.store.prune(new Date(this.clock.now() - KEPT_MS));
  }
}
