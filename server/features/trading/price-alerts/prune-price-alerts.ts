import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { PriceAlertsStore } from './price-alerts.store.js';

const DAY_MS = 86_400_000;
/** For how long what went off can be looked up: as long as its notice. */
const DONE_RETENTION_MS = 90 * DAY_MS;
const DELETED_RETENTION_MS = DAY_MS;
const ROWS_AT_ONCE = 1000;

/** Forgets alerts that went off long ago, or were deleted. */
@Injectable()
export class PrunePriceAlerts {
  constructor(
    private readonly store: PriceAlertsStore,
    private readonly clock: Clock,
  ) {}

  /** @returns how many. */
  async execute(): Promise<number> {
    const now = this.clock.now();
    const [doneBefore, deletedBefore] = [new Date(now - DONE_RETENTION_MS), new Date(now - DELETED_RETENTION_MS)];
    for (let forgotten = 0; ; ) {
      const gone = await this.store.forget({ doneBefore, deletedBefore, limit: ROWS_AT_ONCE });
      forgotten += gone;
      if (gone < ROWS_AT_ONCE) return forgotten;
    }
  }
}
