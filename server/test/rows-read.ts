import type { DataSource, QueryRunner } from 'typeorm';

/** How many rows a test writes of others, so that whoever reads as many has read them all. */
export const OTHERS = 3000;

const READ = `select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables`;

async function rowsRead(runner: QueryRunner): Promise<Map<string, number>> {
  const tables: { name: string; rows: string }[] = await runner.query(READ);
  return new Map(tables.map(({ name, rows }) => [name, Number.parseInt(rows, 10)]));
}

/**
 * The tables of which some work reads as many rows as others have there: what grows with the rows of everybody. All in one
 * transaction, which leaves nothing.
 * @param prepare writes the rows of others.
 */
export async function tablesReadWhole(
  source: DataSource,
  prepare: (runner: QueryRunner) => Promise<void>,
  work: (runner: QueryRunner) => Promise<unknown>,
): Promise<string[]> {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  try {
    await prepare(runner);
    const before = await rowsRead(runner);
    await work(runner);
    const after = await rowsRead(runner);
    return [...after].filter(([name, rows]) => rows - (before.get(name) ?? 0) >= OTHERS).map(([name]) => name);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}
