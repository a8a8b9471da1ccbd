import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A trigger of a table; those of its partitions follow it. */
export interface BoundTrigger {
  table: string;
  name: string;
  /** The function that it is bound to. */
  called: string;
  isOfTruncate: boolean;
  /** Called before every update and every removal of a row, whatever columns and values it is about. */
  isOfEveryChange: boolean;
}

const BOUND = `
  select t.tgrelid::regclass::text as "table", t.tgname::text as name, p.proname::text as called,
         (t.tgtype & 32) > 0 as "isOfTruncate",
         (t.tgtype & 24) = 24 and t.tgqual is null and t.tgattr::text = '' as "isOfEveryChange"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
   where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = current_schema()::regnamespace
   order by 1, 2`;

/**
 * Other names for triggers. A rename locks its table for an instant, and what is locked stays so until the transaction ends: so
 * each is a transaction of its own, and no table waits for the locks of others. Broken off, it goes on with those that are left.
 */
export abstract class TriggerRenamingMigration implements MigrationInterface {
  readonly transaction = false;

  /** What a trigger is called from now on, its name as it is where that stays. */
  protected abstract nameOf(trigger: BoundTrigger): string;

  async up(runner: QueryRunner): Promise<void> {
    const triggers = (await runner.query(BOUND)) as BoundTrigger[];
    for (const trigger of triggers) {
      const name = this.nameOf(trigger);
      if (name !== trigger.name) await rename(runner, trigger, name);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

async function rename(runner: QueryRunner, { table, name: former }: BoundTrigger, name: string): Promise<void> {
  await runner.startTransaction();
  try {
    // As in other migrations: a second at most, and then again (`migrate`).
    await runner.query(`set local lock_timeout = '1s'`);
    await runner.query(`alter trigger ${former} on ${table} rename to ${name}`);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}
