import { type Client, DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import { writePlace } from '../tracing/trace-place.js';
import { asStep, type OpenSpan } from '../tracing/work.js';
import { isConnectionLoss, sqlStateOf } from './transaction.js';

/** A statement that each connection parses and plans once, however often it is sent. */
export interface PreparedStatement {
  /** Unique in the product. */
  name: string;
  /** SQL with `$1`, `$2` … */
  text: string;
  /** The same for a call that is recorded, with the place in its trace as its last parameter. Not set: it needs none. */
  traced?: string;
}

/**
 * Runs a statement of the hot path: planning the question whose session a token is takes four times what answering it
 * takes. Inside a transaction it runs on the transaction's connection, outside of one on any of the pool.
 * @returns its rows, their columns as the driver reads them.
 * @throws the driver's error, with the SQLSTATE as its `code`.
 */
export async function runPrepared<Row extends QueryResultRow>(
  manager: EntityManager,
  statement: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const notes = { 'db.system.name': 'postgresql', 'db.operation.name': statement.name } as const;
  return asStep({ name: statement.name, kind: 'client', notes }, (span) =>
    span
      ? traced(span, () => send<Row>(manager, ...inTrace(span, statement, values)))
      : send(manager, statement, values),
  );
}

/** The span is told how many rows there were, and of a failure its state: its words have values in them. */
async function traced<Row>(span: OpenSpan, act: () => Promise<Row[]>): Promise<Row[]> {
  try {
    const rows = await act();
    span.note({ 'db.response.returned_rows': rows.length });
    return rows;
  } catch (error) {
    span.note({ 'db.response.status_code': sqlStateOf(error) });
    throw error;
  }
}

function inTrace({ place }: OpenSpan, statement: PreparedStatement, values: unknown[]): [PreparedStatement, unknown[]] {
  const { name, traced: text } = statement;
  if (text === undefined) return [statement, values];
  return [{ name: `${name} in a trace`, text }, [...values, writePlace(place)]];
}

async function send<Row extends QueryResultRow>(
  manager: EntityManager,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const { queryRunner } = manager;
  // Behind a pooler the next transaction is on another connection, which knows the name already or not at all.
  const { namesStatements = true } = (manager.connection.options.extra ?? {}) as { namesStatements?: boolean };
  const statement = namesStatements ? { name, text, values } : { text, values };
  if (!queryRunner) return onOneOfThePool<Row>(poolOf(manager), statement);
  const { rows } = await ((await queryRunner.connect()) as Client).query<Row>(statement);
  return rows;
}

/**
 * Not `pool.query`, which closes the connection after every error, also after a refusal: whoever comes next would wait
 * for a new one, and its server process plans everything again.
 */
async function onOneOfThePool<Row extends QueryResultRow>(pool: Pool, statement: QueryConfig): Promise<Row[]> {
  const connection = await pool.connect();
  let isFit = false;
  try {
    const { rows } = await connection.query<Row>(statement);
    isFit = true;
    return rows;
  } catch (error) {
    isFit = error instanceof DatabaseError && !isConnectionLoss(error) && (await isReady(connection));
    throw error;
  } finally {
    connection.release(!isFit);
  }
}

/**
 * An error arrives before its transaction has let go of its locks; the next answer comes after that, so that whoever
 * tries again finds them free.
 */
function isReady(connection: PoolClient): Promise<boolean> {
  return connection.query('').then(
    () => true,
    () => false,
  );
}

function poolOf(manager: EntityManager): Pool {
  // The driver's type does not name its pool, which goes when the process stops, before the last calls have ended.
  const { master: pool } = manager.connection.driver as unknown as { master?: Pool };
  if (!pool || pool.ending) throw new Error('Connection terminated: the pool is closed');
  return pool;
}
