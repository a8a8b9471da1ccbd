import 'reflect-metadata';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ENTITIES } from './entities.js';
import { MIGRATIONS } from './migrations/index.js';

/** Time limits of every connection: a statement, a lock wait and an idle transaction all have an end. */
const SESSION_LIMITS =
  '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000 -c timezone=UTC';

/** The product's Postgres. `sessionLimits: false` for migrations, seeds and imports, which may take long. */
export function createDataSource(url: string, poolSize = 10, sessionLimits = true): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    synchronize: false,
    connectTimeoutMS: 2000,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    extra: { options: sessionLimits ? SESSION_LIMITS : '-c timezone=UTC', onConnect: survive },
  });
}

/**
 * A server that goes away tells every connection so, also one that the pool is just handing over and nobody listens to:
 * that must not end the process. Whoever uses the connection learns it from the statement.
 */
function survive(client: Client): void {
  client.on('error', () => undefined);
}
