import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callFunction } from '../../../platform/database/call-function.js';
import { Failures } from '../../../platform/database/failures.js';

const DAY_MS = 86_400_000;
const NAME = /^price_sample_(\d{4})_(\d{2})_(\d{2})$/;

/** The daily partitions of the tape, created and dropped by stored functions; days are UTC days. */
@Injectable()
export class TapePartitionsStore {
  /** Days that are known to have a partition. */
  private readonly known = new Set<number>();

  constructor(private readonly source: DataSource) {}

  /** Ensures that the day of every instant (Unix milliseconds) has a partition; idempotent. */
  async ensure(instants: Iterable<number>): Promise<void> {
    const missing = new Set<number>();
    for (const instant of instants) {
      const day = dayOf(instant);
      if (!this.known.has(day)) missing.add(day);
    }
    for (const day of [...missing].sort((a, b) => a - b)) {
      await this.source.transaction((tx) => callFunction(tx, 'tape_partition_make', { day: dateOf(day) }));
      this.known.add(day);
    }
  }

  /** Invalidates the cache of known partitions: another process has dropped one. */
  forget(): void {
    this.known.clear();
  }

  /**
   * Drops the partitions of days that ended at least that many days ago, unless one of their hours has no Merkle root yet, or something
   * is still to be decided from them. A day that could not be dropped, or looked at, stays, and keeps no other day.
   * @returns the days that were dropped, and those that stay past their time, `2026-11-20`, with what failed: that is told once
   * the days that stay are counted.
   */
  async dropOlderThan(
    retentionDays: number,
    now: number,
  ): Promise<{ dropped: string[]; held: string[]; failures: Failures }> {
    const dropped: string[] = [];
    const held: string[] = [];
    const failures = new Failures();
    for (const day of await this.days()) {
      if (day + (retentionDays + 1) * DAY_MS > now) continue;
      const gone = await failures.apart(() => this.drop(day, retentionDays, now), false);
      (gone ? dropped : held).push(dateOf(day));
    }
    return { dropped, held, failures };
  }

  private drop(day: number, retentionDays: number, now: number): Promise<boolean> {
    return this.source.transaction(async (tx) => {
      // Readers would queue behind a waiting exclusive lock, so it has a short timeout; the next run retries.
      await tx.query(`set local lock_timeout = '3s'`);
      return callFunction(tx, 'tape_partition_drop', { day: dateOf(day), retentionDays, at: new Date(now) });
    });
  }

  private async days(): Promise<number[]> {
    const rows = await this.source.query<{ name: string }[]>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'price_sample'::regclass order by 1`,
    );
    return rows.flatMap(({ name }) => dayOfName(name) ?? []);
  }
}

/** `2026-11-20` */
function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

function dayOf(instant: number): number {
  return instant - (instant % DAY_MS);
}

function dayOfName(name: string): number | null {
  const [, year, month, day] = NAME.exec(name) ?? [];
  return year === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day));
}
