import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { monthOf, nextOpen, openOf } from '../candle-series/index.js';

/** Taken while partitions are made, so that two processes never make the same one. */
const LOCK = 'candle-partitions';

/** The monthly partitions of the one-minute bars. */
@Injectable()
export class CandlePartitionsStore {
  /** Open times of the months that are known to have a partition. */
  private readonly known = new Set<number>();

  constructor(private readonly source: DataSource) {}

  /**
   * Makes sure that the month of every instant has its partition (Unix milliseconds). Rows of such a month that went
   * to the default partition are moved.
   */
  async ensure(instants: Iterable<number>): Promise<void> {
    const missing = new Set<number>();
    for (const instant of instants) {
      const month = openOf('1mon', instant);
      if (!this.known.has(month)) missing.add(month);
    }
    for (const month of [...missing].sort((a, b) => a - b)) {
      await this.source.transaction((tx) => this.create(tx, month));
      this.known.add(month);
    }
  }

  private async create(tx: EntityManager, month: number): Promise<void> {
    const name = partitionName(month);
    if (await exists(tx, name)) return;
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [LOCK]);
    if (await exists(tx, name)) return;
    // Writers wait here, at the root of the table. One that had already chosen the default partition would wait there,
    // and find after the attach that its row does not belong to it ("violates partition constraint").
    await tx.query('lock table candle in share row exclusive mode');
    const range = [month / 1000, nextOpen('1mon', month) / 1000];
    await tx.query(`create table ${name} (like candle_1min including all)`);
    await tx.query(
      `with moved as (delete from candle_1min_other
         where open_at >= to_timestamp($1) and open_at < to_timestamp($2) returning *)
       insert into ${name} select * from moved`,
      range,
    );
    const [bounds] = await tx.query<{ lower: string; upper: string }[]>(
      `select quote_literal(to_timestamp($1)) as lower, quote_literal(to_timestamp($2)) as upper`,
      range,
    );
    await tx.query(
      `alter table candle_1min attach partition ${name} for values from (${bounds?.lower}) to (${bounds?.upper})`,
    );
  }
}

/** `candle_1min_2026_11` */
export function partitionName(month: number): string {
  const { year, month: index } = monthOf(month);
  return `candle_1min_${year}_${String(index + 1).padStart(2, '0')}`;
}

async function exists(tx: EntityManager, name: string): Promise<boolean> {
  // Read from the table and not with to_regclass, whose cache does not see what another transaction has just made.
  const found = await tx.query<unknown[]>(
    'select from pg_class where relname = $1 and relnamespace = current_schema()::regnamespace',
    [name],
  );
  return found.length > 0;
}
