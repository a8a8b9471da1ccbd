import type { DataSource, QueryRunner } from 'typeorm';
import { openKnown } from '../platform/database/known-postgres.js';
import { admitServingUser } from '../platform/database/serving-user.js';
import {
  installMissingTriggers,
  installStoredFunctions,
  storedFunctions,
} from '../platform/database/stored-functions.js';
import { sqlStateOf } from '../platform/database/transaction.js';
import { adoptFolded } from './adopt-folded.js';
import { createDataSource } from './data-source.js';
import { FORMER_NAMES } from './former-trigger-functions.js';
import { seed } from './seeds/seed.js';

export interface ServingAddresses {
  url: string;
  workerUrl?: string | undefined;
  feedUrl?: string | undefined;
}

/** Held by whoever migrates; a number that nothing else of the product locks. */
const MIGRATING = 7_315_001;

/** A lock that others held for longer than a migration waits. */
const NO_LOCK = '55P03';
const ATTEMPTS = 120;
/** Between two attempts, also at the turn; those who waited behind the first have theirs then. */
const PAUSE_MS = 500;

/**
 * Brings the database up to date: migrations, stored functions, seeds, the user who serves, then statistics for the planner.
 * Of several at once, as jobs of a cluster that are started anew, one works and the others wait, and then find everything done.
 * @param ownerUrl the database as the owner of its tables.
 * @param serving the same as the running product connects to it: workers and feeds as users of their own, or as that of gateways.
 */
export async function migrate(ownerUrl: string, serving: ServingAddresses = { url: ownerUrl }): Promise<void> {
  const source = createDataSource(ownerUrl, 3, false);
  await openKnown(source);
  // A lock of the connection: the steps have transactions of their own. Whoever ends without a word gives it back.
  const turn = source.createQueryRunner();
  try {
    await takeTurn(turn);
    await requireOwner(source);
    await adoptFolded(source);
    await installMissingTriggers(source, storedFunctions(), FORMER_NAMES);
    await runMigrations(source);
    await installStoredFunctions(source);
    await seed(source);
    await admitServing(source, serving);
    // Plans made while tables are empty keep a sequential scan until statistics exist.
    await source.query('analyze');
  } finally {
    await turn.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await turn.release();
    await source.destroy();
  }
}

/** Asks again and again: a statement that waited would be waited for by whoever has the turn and builds an index. */
async function takeTurn(turn: QueryRunner): Promise<void> {
  for (;;) {
    const rows: { taken: boolean }[] = await turn.query('select pg_try_advisory_lock($1) as taken', [MIGRATING]);
    if (rows[0]?.taken) return;
    await pause();
  }
}

/**
 * A superuser beside an owner of its own is refused: new tables would be the superuser's, and no user who serves could read them.
 * @throws Error that names the owner.
 */
async function requireOwner(source: DataSource): Promise<void> {
  const [found]: { owner: string }[] = await source.query(
    `select t.tableowner as owner
       from pg_tables t join pg_roles r on r.rolname = current_user
      where t.schemaname = 'public' and t.tablename = 'ledger_account' and r.rolsuper and t.tableowner <> current_user`,
  );
  if (found)
    throw new Error(
      `What the product has belongs to ${found.owner}: migrate as that user, by DATABASE_OWNER_URL (server/documents/operations.md).`,
    );
}

/** One after the other, each in a transaction of its own. One that did not get its locks is tried again, from where it stands. */
export async function runMigrations(source: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await source.runMigrations();
      return;
    } catch (error) {
      if (sqlStateOf(error) !== NO_LOCK || attempt === ATTEMPTS) throw error;
      await pause();
    }
  }
}

async function admitServing(owner: DataSource, { url, workerUrl, feedUrl }: ServingAddresses): Promise<void> {
  const workers = workerUrl ? [] : (['gateway_worker'] as const);
  const feeds = feedUrl ? [] : (['gateway_feed'] as const);
  await admitServingUser(owner, url, ['gateway_app', ...workers, ...feeds]);
  if (workerUrl) await admitServingUser(owner, workerUrl, ['gateway_app', 'gateway_worker']);
  if (feedUrl) await admitServingUser(owner, feedUrl, ['gateway_feed']);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
