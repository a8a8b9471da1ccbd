import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { IdempotencyStore } from './idempotency.store.js';

const RETENTION_MS = 24 * 3_600_000;

/** Forgets the keys that are older than a day. */
@Injectable()
export class ForgetCommandKeys {
  constructor(
    private readonly store: IdempotencyStore,
    private readonly clock: Clock,
  ) {}

  /** Answers how many. */
  execute(): Promise<number> {
    return this.store.prune(new Date(this.clock.now() - RETENTION_MS));
  }
}
