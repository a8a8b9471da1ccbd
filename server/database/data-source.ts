import 'reflect-metadata';
import { type Client, TypeOverrides } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { DEPENDENCY_LIMITS } from '../platform/config/dependency-limits.js';
import { SERVING_LIMITS } from '../platform/database/serving-limits.js';
import { type PoolsApart, WorkPools } from '../platform/database/work-pools.js';
import { ENTITIES } from './entities.js';
import { MIGRATIONS } from './migrations/index.js';

const { statementMs: STATEMENT_MS, connectMs } = DEPENDENCY_LIMITS.postgres;
/** Migrations, seeds and imports: the server sets them no limit, but a server that is gone must not hold them for good. */
const LONG_STATEMENT_MS = 3_600_000;
/** The server notices, too, that this side is gone, and ends what is left of its connections. */
const KEEP_ALIVE = '-c tcp_keepalives_idle=60 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

const NUMERIC_ARRAY = 1231;
/** How answers are read: as node-postgres does, but for lists of decimals, which it would make floats. */
const EXACT = new TypeOverrides();
EXACT.setTypeParser(NUMERIC_ARRAY, decimalsOf);

/**
 * Who sets the time limits of a connection: it itself as it is made, or nobody, whatever its role has; or the settings of its role,
 * behind a pooler, which passes nothing on that a connection asks for as it is made.
 */
export type SessionLimits = boolean | 'of the role';

/** The product's Postgres for a program that is not the application: migrations, seeds, imports, benches, tests. */
export function createDataSource(url: string, poolSize = 10, sessionLimits: SessionLimits = true): DataSource {
  return sourceOf(dataSourceOptions(url, poolSize, sessionLimits));
}

/** Not connected yet. */
export function sourceOf(options: DataSourceOptions): DataSource {
  return new DataSource(options);
}

/**
 * The product's Postgres. `sessionLimits: false` for migrations, seeds and imports, which may take long.
 * @param poolSize most connections of commands, and of all work that has none of its own in `apart`.
 */
export function dataSourceOptions(
  url: string,
  poolSize: number,
  sessionLimits: SessionLimits = true,
  apart: PoolsApart = {},
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    poolSize,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    synchronize: false,
    connectTimeoutMS: connectMs,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    driver: { Pool: WorkPools },
    extra: {
      apart,
      ...startOf(sessionLimits),
      onConnect: survive,
      statementMs: sessionLimits ? STATEMENT_MS : LONG_STATEMENT_MS,
      types: EXACT,
    },
  };
}

/** What is asked for as a connection is made. A pooler's connections to the server are not ours: no statement has a name on them. */
function startOf(sessionLimits: SessionLimits): { options?: string; namesStatements: boolean } {
  if (sessionLimits === 'of the role') return { namesStatements: false };
  const limits = Object.entries(SERVING_LIMITS).map(([name, value]) => `-c ${name}=${sessionLimits ? value : 0}`);
  return { options: [...limits, KEEP_ALIVE, '-c timezone=UTC'].join(' '), namesStatements: true };
}

/**
 * A server that goes away tells every connection so, also one that the pool is just handing over and nobody listens to:
 * that must not end the process. Whoever uses the connection learns it from the statement.
 */
function survive(client: Client): void {
  client.on('error', () => undefined);
}

/** A list of one dimension, `{1.50,NULL,-2}`. */
function decimalsOf(text: string): (string | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((decimal) => (decimal === 'NULL' ? null : decimal));
}
