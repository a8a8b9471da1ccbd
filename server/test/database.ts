import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../database/migrate.js';
import { makeOwner } from '../platform/embedded/services/database-owner.mjs';
import { storedFunctions, versionOf } from '../platform/database/stored-functions.js';

export interface TestDatabase {
  /** As the server's superuser, past all guards: what a test puts there and looks at. */
  url: string;
  /** As the owner of its tables, who migrates, and may not do everything. */
  ownerUrl: string;
  /** As the user of a process with all roles, who may do what the product does and no more. */
  servingUrl: string;
  /** As the user of a process that is a gateway alone. */
  gatewayUrl: string;
  /** As the user of a process that is a worker alone, or a gateway and a worker. */
  workerUrl: string;
  /** As the user of a process that is a feed alone. */
  feedUrl: string;
  drop(): Promise<void>;
}

/** Users of the tests' own, so that no user of an installation in the same server is changed. */
const USERS = {
  owner: 'gateway_test_owner',
  serving: 'gateway_test',
  gateway: 'gateway_test_app',
  worker: 'gateway_test_worker',
  feed: 'gateway_test_feed',
} as const;

/** Address of the test Postgres server; `npm test` sets it. */
function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`.');
  return url;
}

function addressesOf(name: string): Omit<TestDatabase, 'drop'> {
  const url = withDatabase(serverUrl(), name);
  return {
    url,
    ownerUrl: withUser(url, USERS.owner),
    servingUrl: withUser(url, USERS.serving),
    gatewayUrl: withUser(url, USERS.gateway),
    workerUrl: withUser(url, USERS.worker),
    feedUrl: withUser(url, USERS.feed),
  };
}

function withUser(url: string, user: string): string {
  const changed = new URL(url);
  changed.username = user;
  return changed.toString();
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

/** In place of the product's function of this name, for use cases with a clock of their own: days pass at will. */
const CALLERS_CLOCK = `create or replace function database_now(p_claimed timestamptz) returns timestamptz
  language sql volatile parallel safe as $$ select p_claimed $$`;

/** What decides in a test's database whether an instant is reached: the clock of whoever asks, or the server's own. */
export type DatabaseClock = 'callers' | 'own';

/** Makes one of them decide from now on. */
export async function decideBy(clock: DatabaseClock, query: (text: string) => Promise<unknown>): Promise<void> {
  const own = storedFunctions().find(({ name }) => name === 'database_now')?.text ?? '';
  await query(clock === 'callers' ? CALLERS_CLOCK : own);
}

/** Changes whenever a migration, a stored function or a seed changes, so that a stale template is never used. */
function schemaHash(): string {
  const hash = createHash('sha256');
  for (const folder of ['migrations', 'seeds']) {
    const path = join(__dirname, '../database', folder);
    for (const file of readdirSync(path).sort()) hash.update(readFileSync(join(path, file)));
  }
  hash.update(versionOf(storedFunctions()));
  hash.update(CALLERS_CLOCK);
  return hash.digest('hex').slice(0, 12);
}

/**
 * A database of its own for one test file: a copy of a template with all migrations and seeds, or of the one that
 * `npm run mutants` has made with one function changed.
 */
export async function createTestDatabase(clock: DatabaseClock = 'callers'): Promise<TestDatabase> {
  const admin = new Client({ connectionString: serverUrl() });
  await admin.connect();
  const template = process.env.TEST_TEMPLATE ?? `template_${schemaHash()}`;
  try {
    // Test files run in parallel: one makes the template, the others wait for it.
    await admin.query(`select pg_advisory_lock(hashtext('test-template'))`);
    const existing = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (existing.rowCount === 0) {
      const draft = `draft_${randomBytes(4).toString('hex')}`;
      await admin.query(`create database ${draft}`);
      const { url, ownerUrl, servingUrl, gatewayUrl, workerUrl, feedUrl } = addressesOf(draft);
      await giveToOwner(url);
      await migrate(ownerUrl, { url: servingUrl });
      await migrate(ownerUrl, { url: gatewayUrl, workerUrl, feedUrl });
      await onDatabase(draft, (query) => decideBy('callers', query));
      await admin.query(`alter database ${draft} rename to ${template}`);
    }
    const name = `test_${randomBytes(6).toString('hex')}`;
    // A copy of the files costs half of what logging every page does.
    await admin.query(`create database ${name} template ${template} owner ${USERS.owner} strategy file_copy`);
    // A test that hangs with a transaction open keeps the seals of every database of the server waiting.
    await admin.query(`alter database ${name} set idle_in_transaction_session_timeout = '60s'`);
    if (clock === 'own') await onDatabase(name, (query) => decideBy(clock, query));
    return { ...addressesOf(name), drop: () => dropDatabase(name) };
  } finally {
    await admin.query(`select pg_advisory_unlock(hashtext('test-template'))`);
    await admin.end();
  }
}

function onDatabase(name: string, work: (query: (text: string) => Promise<unknown>) => Promise<void>): Promise<void> {
  return withClient(withDatabase(serverUrl(), name), (client) => work((text) => client.query(text)));
}

/** Does something over a connection of its own. */
export async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A database without any table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const admin = new Client({ connectionString: serverUrl() });
  await admin.connect();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const addresses = addressesOf(name);
  try {
    await admin.query(`create database ${name}`);
    // Of several that make the same role at once only one could.
    await admin.query(`select pg_advisory_lock(hashtext('test-template'))`);
    await giveToOwner(addresses.url);
  } finally {
    await admin.end();
  }
  return { ...addresses, drop: () => dropDatabase(name) };
}

/**
 * Makes the tests' owner the owner of a database and of all that a superuser made in it, as an installation does.
 * @param url as the superuser, whose password the owner gets, as the other users of the tests do.
 */
export async function giveToOwner(url: string): Promise<void> {
  await makeOwner(url, { name: USERS.owner, password: decodeURIComponent(new URL(url).password) });
}

async function dropDatabase(name: string): Promise<void> {
  const admin = new Client({ connectionString: serverUrl() });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}
