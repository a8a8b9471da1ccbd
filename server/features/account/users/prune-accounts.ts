import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { LimitsStore } from './limits.store.js';

const DAY_MS = 86_400_000;
/** Longer than the longest window in which anything is counted. */
const COUNTER_RETENTION_MS = 31 * DAY_MS;
const ROWS_AT_A_TIME = 10_000;

/** Removes rows that were made before the instant, at most so many; answers how many there were. */
export type Forgetting = (before: Date, most: number) => Promise<number>;

/** Forgets counters, and what else counts for nothing any more in the rooms above, which register here. */
@Injectable()
export class PruneAccounts {
  private readonly others: { retentionDays: number; forget: Forgetting }[] = [];

  constructor(
    private readonly limits: LimitsStore,
    private readonly clock: Clock,
  ) {}

  /** @param retentionDays how long the rows are kept. */
  register(retentionDays: number, forget: Forgetting): void {
    this.others.push({ retentionDays, forget });
  }

  /** Goes on until nothing is left of each, however much came since the last time; one that fails keeps no other from it. */
  async execute(): Promise<void> {
    const now = this.clock.now();
    const failures = new Failures();
    const all = async (forget: Forgetting, retentionMs: number) => {
      while ((await forget(new Date(now - retentionMs), ROWS_AT_A_TIME)) >= ROWS_AT_A_TIME);
    };
    await failures.apart(() => all((before, most) => this.limits.prune(before, most), COUNTER_RETENTION_MS), undefined);
    for (const { retentionDays, forget } of this.others) {
      await failures.apart(() => all(forget, retentionDays * DAY_MS), undefined);
    }
    failures.end();
  }
}
