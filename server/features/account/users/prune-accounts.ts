import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { LimitsStore } from './limits.store.js';

const DAY_MS = 86_400_000;
/** Longer than the longest window in which anything is counted. */
const COUNTERS_KEPT_MS = 31 * DAY_MS;
const ROWS_AT_A_TIME = 10_000;

/** Removes rows that were made before the instant, at most so many. */
export type Forgetting = (before: Date, most: number) => Promise<void>;

/** Forgets counters, and what else counts for nothing any more in the rooms above, which register here. */
@Injectable()
export class PruneAccounts {
  private readonly others: { keptDays: number; forget: Forgetting }[] = [];

  constructor(
    private readonly limits: LimitsStore,
    private readonly clock: Clock,
  ) {}

  /** @param keptDays how long the rows are kept. */
  register(keptDays: number, forget: Forgetting): void {
    this.others.push({ keptDays, forget });
  }

  async execute(): Promise<void> {
    const now = this.clock.now();
    await this.limits.prune(new Date(now - COUNTERS_KEPT_MS), ROWS_AT_A_TIME);
    for (const { keptDays, forget } of this.others) await forget(new Date(now - keptDays * DAY_MS), ROWS_AT_A_TIME);
  }
}
