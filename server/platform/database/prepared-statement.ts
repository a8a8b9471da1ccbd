import type { Client, Pool, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';

/** A statement that each connection parses and plans once, however often it is sent. */
export interface PreparedStatement {
  /** Unique in the product. */
  name: string;
  /** SQL with `$1`, `$2` … */
  text: string;
}

/**
 * Runs a statement of the hot path: planning the question whose session a token is takes four times what answering it
 * takes. Inside a transaction it runs on the transaction's connection, outside of one on any of the pool.
 * @returns its rows, their columns as the driver reads them.
 * @throws the driver's error, with the SQLSTATE as its `code`.
 */
export async function runPrepared<Row extends QueryResultRow>(
  manager: EntityManager,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const { queryRunner } = manager;
  const connection = queryRunner ? ((await queryRunner.connect()) as Client) : poolOf(manager);
  const { rows } = await connection.query<Row>({ name, text, values });
  return rows;
}

function poolOf(manager: EntityManager): Pool {
  // The driver's type does not name its pool, which goes when the process stops, before the last calls have ended.
  const { master: pool } = manager.connection.driver as unknown as { master?: Pool };
  if (!pool || pool.ending) throw new Error('Connection terminated: the pool is closed');
  return pool;
}
