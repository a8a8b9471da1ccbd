import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Taken while partitions are made or dropped, so that two processes never do it at the same time. */
const LOCK = 'tape-partitions';
const DAY_MS = 86_400_000;
const NAME = /^price_sample_(\d{4})_(\d{2})_(\d{2})$/;

/** The daily partitions of the tape; days are those of UTC. */
@Injectable()
export class TapePartitionsStore {
  /** Days that are known to have a partition. */
  private readonly known = new Set<number>();

  constructor(private readonly source: DataSource) {}

  /** Makes sure that the day of every instant (Unix milliseconds) has its partition. */
  async ensure(instants: Iterable<number>): Promise<void> {
    const missing = new Set<number>();
    for (const instant of instants) {
      const day = dayOf(instant);
      if (!this.known.has(day)) missing.add(day);
    }
    for (const day of [...missing].sort((a, b) => a - b)) {
      await this.source.transaction((tx) => this.create(tx, day));
      this.known.add(day);
    }
  }

  /** Invalidates the cache of known partitions: another process has dropped one. */
  forget(): void {
    this.known.clear();
  }

  /**
   * Drops the partitions of days that ended before the instant, unless an hour of theirs has no root yet.
   * @returns the names of those that were dropped.
   */
  async dropBefore(instant: number): Promise<string[]> {
    const dropped: string[] = [];
    for (const name of await this.names()) {
      const day = dayOfName(name);
      if (day === null || day + DAY_MS > instant) continue;
      const gone = await this.source.transaction(async (tx) => {
        await lock(tx);
        // Readers must not wait behind this lock: when it is not free soon, the next run tries again.
        await tx.query(`set local lock_timeout = '3s'`);
        if (!(await exists(tx, name)) || (await this.hasUnsealed(tx, name))) return false;
        await tx.query(`drop table ${name}`);
        return true;
      });
      if (gone) dropped.push(name);
    }
    return dropped;
  }

  private async names(): Promise<string[]> {
    const rows = await this.source.query<{ name: string }[]>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'price_sample'::regclass order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  private async hasUnsealed(tx: EntityManager, name: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select from (select distinct market_id, date_trunc('hour', second, 'UTC') as hour from ${name}) hours
       where not exists (
         select from tape_root root where root.market_id = hours.market_id and root.hour = hours.hour
       ) limit 1`,
    );
    return rows.length > 0;
  }

  private async create(tx: EntityManager, day: number): Promise<void> {
    const name = partitionName(day);
    if (await exists(tx, name)) return;
    await lock(tx);
    if (await exists(tx, name)) return;
    await tx.query(`create table ${name} (like price_sample including all)`);
    const [bounds] = await tx.query<{ lower: string; upper: string }[]>(
      'select quote_literal(to_timestamp($1)) as lower, quote_literal(to_timestamp($2)) as upper',
      [day / 1000, (day + DAY_MS) / 1000],
    );
    await tx.query(
      `alter table price_sample attach partition ${name} for values from (${bounds?.lower}) to (${bounds?.upper})`,
    );
  }
}

/** `price_sample_2026_11_20` */
export function partitionName(day: number): string {
  return `price_sample_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '_')}`;
}

function dayOf(instant: number): number {
  return instant - (instant % DAY_MS);
}

function dayOfName(name: string): number | null {
  const [, year, month, day] = NAME.exec(name) ?? [];
  return year === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day));
}

function lock(tx: EntityManager): Promise<unknown> {
  return tx.query('select pg_advisory_xact_lock(hashtext($1))', [LOCK]);
}

async function exists(tx: EntityManager, name: string): Promise<boolean> {
  // Read from the table and not with to_regclass, whose cache does not see what another transaction has just made.
  const found = await tx.query<unknown[]>(
    'select from pg_class where relname = $1 and relnamespace = current_schema()::regnamespace',
    [name],
  );
  return found.length > 0;
}
