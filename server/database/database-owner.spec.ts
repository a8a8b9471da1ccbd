import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { makeOwner } from '../platform/embedded/services/database-owner.mjs';
import { admitServingUser } from '../platform/database/serving-user.js';
import { catalogOf } from '../test/catalog.js';
import { createTestDatabase, giveToOwner, type TestDatabase, withClient } from '../test/database.js';
import { landedDatabase } from '../test/landed-database.js';
import { openedDatabases } from '../test/opened-databases.js';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';

const { open } = openedDatabases();

/** The catalog of an installation that begins with this version. */
let fresh: string[];
beforeAll(async () => {
  const database = await createTestDatabase('own');
  const source = await createDataSource(database.url, 1, false).initialize();
  fresh = await catalogOf(source);
  await source.destroy();
  await database.drop();
});

/** What belongs to a superuser in the product's schema, the database and the schema included. */
const OF_SUPERUSERS = `
  select owned.name from (
    select 'database' as name, datdba as owner from pg_database where datname = current_database()
    union all select 'schema', nspowner from pg_namespace where nspname = 'public'
    union all select relname, relowner from pg_class where relnamespace = 'public'::regnamespace
    union all select typname, typowner from pg_type where typnamespace = 'public'::regnamespace
    union all select proname, proowner from pg_proc where pronamespace = 'public'::regnamespace
    union all select stxname, stxowner from pg_statistic_ext where stxnamespace = 'public'::regnamespace) owned
  join pg_roles r on r.oid = owned.owner where r.rolsuper`;

/** Done as the owner, over a connection of its own. */
async function asOwner<T>(database: TestDatabase, work: (source: DataSource) => Promise<T>): Promise<T> {
  const source = await createDataSource(database.ownerUrl, 2, false).initialize();
  return work(source).finally(() => source.destroy());
}

describe('the owner of what the product has', () => {
  it('owns all of it, and may do nothing in the server but make users', async () => {
    const database = await createTestDatabase('own');
    const source = await open(database);
    expect(await source.query(OF_SUPERUSERS)).toEqual([]);
    const rights = await asOwner(database, (owner) =>
      owner.query(
        `select rolsuper, rolbypassrls, rolreplication, rolcreatedb, rolcreaterole,
                array(select role from unnest('{gateway_app,gateway_worker,gateway_feed,gateway_verifier}'::text[]) as role
                       where pg_has_role(current_user, role, 'usage') or pg_has_role(current_user, role, 'set')) as roles
           from pg_roles where rolname = current_user`,
      ),
    );
    // Looking after a role is not having its rights.
    expect(rights).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolreplication: false,
        rolcreatedb: false,
        rolcreaterole: true,
        roles: [],
      },
    ]);
  });

  it.each([
    ['becomes no superuser', 'alter role current_user superuser', 'permission denied'],
    ['makes none', 'create role another_superuser superuser', 'permission denied'],
    ['takes on nobody else’s rights', 'grant pg_read_server_files to current_user', 'permission denied'],
    ['changes no setting of the server', `alter system set fsync = off`, 'permission denied'],
    ['switches no guard off by the session', 'set session_replication_role = replica', 'permission denied'],
    ['reads no file', `select pg_read_file('/etc/passwd')`, 'permission denied'],
    ['runs no program', `copy (select 1) to program 'true'`, 'permission denied'],
  ])('%s', async (_, sql, words) => {
    const database = await createTestDatabase('own');
    await open(database);
    await expect(asOwner(database, (owner) => owner.query(sql))).rejects.toThrow(words);
  });
});

describe('an installation whose superuser owned everything', () => {
  it('goes on as it is, migrated by that superuser', async () => {
    const database = await landedDatabase('superuser');
    const source = await open(database);
    await migrate(database.url);
    expect((await source.query<unknown[]>(OF_SUPERUSERS)).length).toBeGreaterThan(1000);
    expect(await asServing(database, 'select count(*)::integer > 0 as are_there from market')).toEqual([
      { are_there: true },
    ]);
  });

  it('is the owner’s as if it had always been, however often it is given, before a migration or behind it', async () => {
    const database = await landedDatabase('superuser');
    const source = await open(database);
    await giveToOwner(database.url);
    expect(await source.query(OF_SUPERUSERS)).toEqual([]);
    await migrate(database.ownerUrl);
    expect(await catalogOf(source)).toEqual(fresh);
    await giveToOwner(database.url);
    expect(await catalogOf(source)).toEqual(fresh);
  });

  it('is migrated by that owner alone from then on: what a superuser made beside it, nobody who serves could read', async () => {
    const database = await landedDatabase('superuser');
    const source = await open(database);
    await giveToOwner(database.url);
    const given = await catalogOf(source);
    await expect(migrate(database.url)).rejects.toThrow(
      /belongs to gateway_test_owner: migrate as that user, by DATABASE_OWNER_URL/,
    );
    expect(await catalogOf(source)).toEqual(given);
    expect(await source.query(OF_SUPERUSERS)).toEqual([]);
    await migrate(database.ownerUrl);
    expect(await catalogOf(source)).toEqual(fresh);
  });

  it('is given while others work on it: who holds a table is waited for, and nothing is half done', async () => {
    const database = await landedDatabase('superuser');
    const source = await open(database);
    let given: Promise<void> | undefined;
    await withClient(database.url, async (client) => {
      await client.query('begin; lock table ledger_posting in access share mode');
      given = giveToOwner(database.url);
      // It has asked for the table, given up, and waits to ask again.
      for (const event of ['relation', 'PgSleep']) {
        const waits = `select from pg_stat_activity where datname = current_database() and wait_event = '${event}'`;
        while ((await source.query<unknown[]>(waits)).length === 0) await new Promise((done) => setTimeout(done, 20));
        expect((await source.query<unknown[]>(OF_SUPERUSERS)).length).toBeGreaterThan(1000);
      }
      await client.query('commit');
    });
    await given;
    expect(await source.query(OF_SUPERUSERS)).toEqual([]);
  });

  it('lets its owner take back from a user what the superuser gave', async () => {
    const database = await createTestDatabase('own');
    const source = await open(database);
    const name = `given_${randomBytes(4).toString('hex')}`;
    const address = new URL(database.url);
    [address.username, address.password] = [name, 'given'];
    await source.query(`create role ${name} login in role gateway_app, gateway_worker, gateway_feed`);
    try {
      await giveToOwner(database.url);
      await asOwner(database, (owner) => admitServingUser(owner, address.toString(), ['gateway_app']));
      const [row] = await source.query(
        `select array(select role from unnest('{gateway_app,gateway_worker,gateway_feed}'::text[]) as role
                       where pg_has_role('${name}', role, 'member')) as roles`,
      );
      expect(row).toEqual({ roles: ['gateway_app'] });
    } finally {
      await source.query(`drop role ${name}`);
    }
  });
});

async function asServing(database: TestDatabase, sql: string): Promise<unknown> {
  const source = await createDataSource(database.gatewayUrl, 1).initialize();
  return source.query(sql).finally(() => source.destroy());
}

describe('what makes the owner', () => {
  it('is refused to whoever is no superuser', async () => {
    const database = await createTestDatabase('own');
    await open(database);
    await expect(giveToOwner(database.ownerUrl)).rejects.toThrow(/gateway_test_owner is no superuser/);
  });

  it('makes none of a superuser', async () => {
    const database = await createTestDatabase('own');
    await open(database);
    const { username, password } = new URL(database.url);
    await expect(makeOwner(database.url, { name: username, password })).rejects.toThrow(
      /may do everything in the server/,
    );
  });
});
