import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes of tables that have rows: each is built while others read and write, which Postgres does outside of a transaction alone. It waits
 * for transactions that began before it, and nobody waits behind it. A build that was broken off leaves an index that is not used: it is
 * built anew, by whoever runs the migration again.
 */
export abstract class IndexMigration implements MigrationInterface {
  readonly transaction = false;
  /** By their names what they are on, `room_line (user_id)`. */
  protected abstract readonly indexes: Readonly<Record<string, string>>;

  /** Whether no two rows may have the same. */
  protected readonly isUnique: boolean = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, what] of Object.entries(this.indexes)) {
      const broken: unknown[] = await runner.query(
        'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
        [name],
      );
      if (broken.length > 0) await runner.query(`drop index concurrently ${name}`);
      await runner.query(`create ${this.isUnique ? 'unique ' : ''}index concurrently if not exists ${name} on ${what}`);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
