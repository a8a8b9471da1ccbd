import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { installMissingTriggers, storedFunctions } from '../platform/database/stored-functions.js';
import { withClient } from '../test/database.js';
import { landedDatabase } from '../test/landed-database.js';
import { openedDatabases } from '../test/opened-databases.js';
import { dataSourceOptions } from './data-source.js';
import { FORMER_NAMES } from './former-trigger-functions.js';
import { runMigrations } from './migrate.js';
import { ForwardMigration } from './migrations/forward-migration.js';
import { IndexMigration } from './migrations/index-migration.js';
import { MIGRATIONS } from './migrations/index.js';
import { type BoundTrigger, TriggerRenamingMigration } from './migrations/trigger-renaming-migration.js';

/** What may take as long as a table has rows, all the same: `table: what`, and why nobody waits for it. */
const EXCUSED: Record<string, string> = {
  'market: its rows are changed, and held until the last is': 'a row for each market, of which there are some dozens',
  'outbox_history: its rows are changed, and held until the last is': 'it has one row',
  'outbox_history: its rows are gone through while outbox_history is held': 'it has one row',
  'market_constituent: its rows are changed, and held until the last is': 'three rows for each market, at most',
  'ieo_project: its rows are changed, and held until the last is': 'a row for each sale that can be applied for',
  'market: its rows are gone through while market is held': 'a row for each market, of which there are some dozens',
  'notification_setting: its rows are changed, and held until the last is':
    'those few alone whose zone a program wrote as a distance to UTC',
};

const { open } = openedDatabases();

interface Table {
  oid: number;
  name: string;
  /** The file that its rows are in: another one means that all were written anew. */
  file: number;
  /** Each with its own number. */
  indexes: string[];
  constraints: string[];
  filled: string[];
}

async function tablesOf(runner: QueryRunner): Promise<Table[]> {
  return (await runner.query(
    `select c.oid::integer as oid, c.relname as name, c.relfilenode::integer as file,
            array(select concat(i.indexrelid, ' ', i.indexrelid::regclass) from pg_index i where i.indrelid = c.oid) as indexes,
            array(select concat(k.oid, ' ', k.conname) from pg_constraint k
                   where k.conrelid = c.oid and k.convalidated and k.contype in ('c', 'f')) as constraints,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull) as filled
       from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )) as Table[];
}

/** Tables that others cannot write as long as the transaction lasts. */
async function heldBy(runner: QueryRunner): Promise<Set<number>> {
  const rows = (await runner.query(
    `select relation::integer as oid from pg_locks where pid = pg_backend_pid() and relation is not null
        and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
  )) as { oid: number }[];
  return new Set(rows.map(({ oid }) => oid));
}

/** How often each table's rows were gone through in this transaction, by itself or by an index: counted also where it has none. */
async function scansIn(runner: QueryRunner): Promise<Map<number, number>> {
  const rows = (await runner.query(
    `select relid::integer as oid, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::integer as scans from pg_stat_xact_user_tables`,
  )) as { oid: number; scans: number }[];
  return new Map(rows.map(({ oid, scans }) => [oid, scans]));
}

/** Tables of which rows are changed by this transaction, or were to be. */
async function changedBy(runner: QueryRunner): Promise<Set<number>> {
  const rows = (await runner.query(
    `select relation::integer as oid from pg_locks where pid = pg_backend_pid() and mode = 'RowExclusiveLock' and relation is not null`,
  )) as { oid: number }[];
  return new Set(rows.map(({ oid }) => oid));
}

/** Judged by what they leave in the catalog; and rows that are written out, as many as there are in the text. */
function isOfKnownLength(statement: string): boolean {
  return (
    /^\s*(alter table|create (unique )?index)\b/i.test(statement) ||
    (/^\s*insert\b/i.test(statement) && !/\bselect\b/i.test(statement))
  );
}

/** Which statements of a migration go through rows of a landed table while others wait, for a table or for those rows. */
function watched(
  runner: QueryRunner,
  { tables, found }: { tables: ReadonlyMap<number, { name: string }>; found: string[] },
): QueryRunner {
  const query = async (statement: string, values?: unknown[]): Promise<unknown> => {
    const before = await scansIn(runner);
    const result: unknown = await runner.query(statement, values);
    if (isOfKnownLength(statement)) return result;
    const scanned = [...(await scansIn(runner))].flatMap(([oid, scans]) => {
      const table = tables.get(oid);
      return table && scans > (before.get(oid) ?? 0) ? [{ oid, name: table.name }] : [];
    });
    const held = [...(await heldBy(runner))].flatMap((oid) => tables.get(oid)?.name ?? []).sort();
    const changed = await changedBy(runner);
    for (const { oid, name } of scanned) {
      if (held.length > 0) found.push(`${name}: its rows are gone through while ${held.join(', ')} is held`);
      if (changed.has(oid)) found.push(`${name}: its rows are changed, and held until the last is`);
    }
    return result;
  };
  return new Proxy(runner, {
    get: (target, key) => (key === 'query' ? query : Reflect.get(target, key, target)),
  });
}

/** One that is dropped and made again by the same name is another, and one that gets another name is the same. */
function added(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before.map(identityOf));
  return after.filter((each) => !known.has(identityOf(each))).map((each) => each.replace(/^\d+ /, ''));
}

/** The number in the catalog; of a column its name. */
const identityOf = (each: string): string => /^\d+ /.exec(each)?.[0] ?? each;

/** What a migration does that is as long as a table which others wait for meanwhile. */
async function faultsOf(
  migration: MigrationInterface,
  { runner, landed }: { runner: QueryRunner; landed: ReadonlySet<number> },
): Promise<string[]> {
  const tables = (await tablesOf(runner)).filter(({ oid }) => landed.has(oid));
  const before = new Map(tables.map((table) => [table.oid, table]));
  const columns = (await runner.query(
    `select attrelid::integer as oid, attname::text as name from pg_attribute where attnum > 0 and not attisdropped`,
  )) as { oid: number; name: string }[];
  const wasThere = new Set(columns.map(({ oid, name }) => `${oid} ${name}`));
  const gone: string[] = [];
  await migration.up(watched(runner, { tables: before, found: gone }));
  const held = await heldBy(runner);
  const catalog = (await tablesOf(runner)).flatMap((table) => {
    const old = before.get(table.oid);
    if (!old || !held.has(table.oid)) return [];
    return [
      ...(old.file === table.file ? [] : ['its rows are written anew']),
      ...added(old.indexes, table.indexes).map((name) => `the index ${name} is built`),
      ...added(old.constraints, table.constraints).map((name) => `${name} is looked for in every row`),
      ...added(old.filled, table.filled)
        .filter((name) => wasThere.has(`${table.oid} ${name}`))
        .map((name) => `${name} is looked for in every row`),
    ].map((what) => `${table.name}: ${what}`);
  });
  return [...catalog, ...gone];
}

/** Builds indexes or renames triggers, a statement after the other, each of which nobody waits for longer than an instant. */
function isBesideOthers(migration: MigrationInterface): boolean {
  return migration instanceof IndexMigration || migration instanceof TriggerRenamingMigration;
}

/** Of each migration that the last landed version has not run, in their order. */
async function newFaults(more: MigrationInterface[] = []): Promise<string[]> {
  const source = await open(await landedDatabase());
  await installMissingTriggers(source, storedFunctions(), FORMER_NAMES);
  const rows: { name: string }[] = await source.query('select name from migrations');
  const known = new Set(rows.map(({ name }) => name));
  const found: string[] = [];
  const runner = source.createQueryRunner();
  // What has come since has no rows yet.
  const landed = new Set((await tablesOf(runner)).map(({ oid }) => oid));
  for (const migration of [...MIGRATIONS.filter(({ name }) => !known.has(name)).map((Each) => new Each()), ...more]) {
    // What runs outside of a transaction holds no lock behind its statements; those may be of the kind alone that nobody waits for.
    if (isBesideOthers(migration)) {
      await migration.up(runner);
      continue;
    }
    await runner.startTransaction();
    found.push(...(await faultsOf(migration, { runner, landed })));
    await runner.commitTransaction();
  }
  await runner.release();
  return found;
}

class Made extends ForwardMigration {
  constructor(protected readonly statements: string[]) {
    super();
  }
}

class Indexed extends IndexMigration {
  protected readonly indexes = { written_part: 'written (part)' };
}

async function until(source: DataSource, rows: string): Promise<void> {
  while (((await source.query(rows)) as unknown[]).length === 0) await new Promise((done) => setTimeout(done, 20));
}

class Renamed1763899999998 extends TriggerRenamingMigration {
  protected nameOf({ name }: BoundTrigger): string {
    return name.replace(/_kept$/, '_stored');
  }
}

class Made1763899999999 extends ForwardMigration {
  protected readonly statements = ['alter table spot_order add column made integer'];
}

async function landed(): Promise<{ url: string; source: DataSource }> {
  const database = await landedDatabase();
  return { url: database.ownerUrl, source: await open(database) };
}

/** Runs a migration while somebody holds a lock, until it has asked for it twice: it has given up, and begun another transaction. */
async function migrateBeside(
  { url, source, migration }: { url: string; source: DataSource; migration: new () => MigrationInterface },
  { held, awaited, meanwhile }: { held: string; awaited: string; meanwhile?: () => Promise<void> },
): Promise<void> {
  const migrating = new DataSource({ ...dataSourceOptions(url, 2, false), migrations: [migration] });
  await migrating.initialize();
  let running: Promise<void> | undefined;
  await withClient(url, async (client) => {
    await client.query('begin');
    await client.query(held);
    running = runMigrations(migrating);
    const asked = new Set<string>();
    while (asked.size < 2) {
      const rows: { since: string }[] = await source.query(
        `select xact_start::text as since from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [awaited],
      );
      for (const { since } of rows) asked.add(since);
    }
    await meanwhile?.();
    await client.query('commit');
  });
  await running;
  await migrating.destroy();
}

describe('a migration that the version before serves beside', () => {
  it('does nothing that is as long as a table while others wait for the table', async () => {
    expect((await newFaults()).filter((fault) => !(fault in EXCUSED))).toEqual([]);
  });

  it('is run in a transaction, or builds indexes or renames triggers beside it and does nothing else', () => {
    const outside = MIGRATIONS.map((Each) => new Each()).filter((each) => 'transaction' in each && !each.transaction);
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter((each) => !isBesideOthers(each))).toEqual([]);
  });

  it('builds an index while others write, and anew where a build was broken off', async () => {
    const source = new DataSource(dataSourceOptions((await landedDatabase()).url, 4, false));
    await source.initialize();
    await source.query('create table written (id integer primary key, part integer)');
    await source.query('insert into written select n, n % 7 from generate_series(1, 1000) n');
    const [writing, building] = [source.createQueryRunner(), source.createQueryRunner()];
    try {
      // It waits for what began before it, and others write meanwhile.
      await writing.startTransaction();
      await writing.query('insert into written values (1001, 1)');
      const built = new Indexed().up(building);
      await until(
        source,
        `select 1 from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'`,
      );
      await source.query('insert into written values (1002, 1)');
      await writing.commitTransaction();
      await built;
      const valid = `select indisvalid as valid from pg_index where indexrelid = 'written_part'::regclass`;
      expect(await source.query(valid)).toEqual([{ valid: true }]);
      await source.query(`update pg_index set indisvalid = false where indexrelid = 'written_part'::regclass`);
      await new Indexed().up(building);
      expect(await source.query(valid)).toEqual([{ valid: true }]);
      // Again it does nothing.
      await new Indexed().up(building);
    } finally {
      await writing.release();
      await building.release();
      await source.destroy();
    }
  });

  it('would be found if it did', async () => {
    const found = await newFaults([
      new Made([
        'create index spot_order_made on spot_order (created_at)',
        'alter table spot_order add constraint spot_order_made_check check (filled >= 0)',
        'alter table spot_order add constraint spot_order_later_check check (filled >= 0) not valid',
        'alter table spot_order alter column reason set not null',
        'alter table outbox alter column kind type varchar(40)',
        'create table made (id integer primary key, order_id bigint references spot_order (id), name text)',
        'create index made_name on made (name)',
      ]),
      new Made(['alter table spot_order validate constraint spot_order_later_check']),
    ]);
    expect(found.filter((fault) => !(fault in EXCUSED)).sort()).toEqual([
      'outbox_before: its rows are written anew',
      'outbox_other: its rows are written anew',
      'spot_order: reason is looked for in every row',
      'spot_order: spot_order_made_check is looked for in every row',
      'spot_order: the index spot_order_made is built',
    ]);
  });

  it('would be found in a transaction that holds a table whose rows it goes through', async () => {
    const statements: [statement: string, faults: string[]][] = [
      ['update spot_order set filled = filled where id > 0', ['gone', 'changed']],
      ['delete from spot_order where filled < 0', ['gone', 'changed']],
      ['insert into made (id) select id from spot_order', ['gone']],
      ['create table copied as select id from spot_order', ['gone']],
      ['select from spot_order where filled < 0', ['gone']],
      ['do $$ begin update spot_order set filled = 0; end $$', ['gone', 'changed']],
      // As many rows as there are in the text, and those of a table that it makes.
      ['insert into made (id) values (1), (2)', []],
      ['update made set id = id', []],
    ];
    const says: Record<string, string> = {
      gone: 'spot_order: its rows are gone through while spot_order is held',
      changed: 'spot_order: its rows are changed, and held until the last is',
    };
    const [behind, expected]: [MigrationInterface[], string[]] = [[], []];
    for (const [place, [statement, faults]] of statements.entries()) {
      behind.push(
        new Made([
          'drop table if exists made',
          'create table made (id bigint)',
          `alter table spot_order add column made${place} integer`,
          statement,
        ]),
      );
      expected.push(...faults.map((fault) => says[fault] ?? fault));
    }
    // The rows alone are held; and what is looked at ahead of the first lock.
    behind.push(new Made(['update spot_order set filled = 0']));
    behind.push(new Made(['select from spot_order', 'alter table spot_order add column looked integer']));
    const found = (await newFaults(behind)).filter((fault) => !(fault in EXCUSED));
    expect(found).toEqual([...expected, says.changed]);
  });

  it('waits for a lock for a second at a time, so that nobody waits behind it for longer', async () => {
    const { url, source } = await landed();
    const held = 'lock table spot_order in access share mode';
    await migrateBeside({ url, source, migration: Made1763899999999 }, { held, awaited: 'alter table spot_order%' });
    expect(await source.query('select made from spot_order')).toEqual([]);
  });

  it('renames one trigger after the other, and holds no table while it waits for another', async () => {
    const { url, source } = await landed();
    await withClient(url, async (client) => {
      for (const table of ['first_rows', 'second_rows']) {
        await client.query(`create table ${table} (id integer)`);
        await client.query(
          `create trigger ${table}_kept before insert on ${table} for each row
             execute function suppress_redundant_updates_trigger()`,
        );
      }
    });
    const names = async (): Promise<string[]> => {
      const rows: { name: string }[] = await source.query(
        `select tgname as name from pg_trigger where tgname ~ '_rows_' order by 1`,
      );
      return rows.map(({ name }) => name);
    };
    await migrateBeside(
      { url, source, migration: Renamed1763899999998 },
      {
        held: 'lock table second_rows in access share mode',
        awaited: 'alter trigger second_rows_kept%',
        meanwhile: async () => {
          expect(await names()).toEqual(['first_rows_stored', 'second_rows_kept']);
          expect(await source.query(`select from pg_locks where relation = 'first_rows'::regclass`)).toEqual([]);
        },
      },
    );
    expect(await names()).toEqual(['first_rows_stored', 'second_rows_stored']);
  });
});
