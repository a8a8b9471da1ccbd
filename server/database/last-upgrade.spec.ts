import { aJournal, aLedger, aUserId, postAsOwner, USDT } from '../test/factories/ledger.js';
import { openedDatabases } from '../test/opened-databases.js';
import { catalogOf } from '../test/catalog.js';
import { createTestDatabase } from '../test/database.js';
import { landedDatabase } from '../test/landed-database.js';
import type { DataSource } from 'typeorm';
import { installMissingTriggers, storedFunctions } from '../platform/database/stored-functions.js';
import { createDataSource } from './data-source.js';
import { FORMER_ARGUMENTS, FORMER_FUNCTIONS, OFFERED_BEFORE } from '../platform/embedded/sql-names.mjs';
import { FORMER_NAMES } from './former-trigger-functions.js';
import { migrate, runMigrations } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';

/** So many migrations may have come since, those of one landing. More: record the last landed version. */
const NEWER_MAX = 8;

/** Arguments that the version before has for the one before it, with a default, and that none of its own calls names. */
const UNNAMED: Readonly<Record<string, string>> = {};

/** Functions that the version before has for the one before it, and does not call. */
const UNCALLED: string[] = [];

interface Callable {
  name: string;
  given: string[];
  /** So many of them, the last ones, may be left out. */
  defaults: number;
}

/** Functions that are for processes, with what they are given by its name and type. */
function callables(source: DataSource): Promise<Callable[]> {
  return source.query(
    `select p.proname as name, p.pronargdefaults as defaults,
            array(select concat(a.name, ' ', format_type(a.type, null))
                    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
                           with ordinality a (type, name, mode, place)
                   where coalesce(a.mode, 'i') in ('i', 'b') order by a.place) as given
       from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
        and exists (select from aclexplode(p.proacl) acl join pg_roles r on r.oid = acl.grantee
                     where r.rolname in ('gateway_app', 'gateway_worker', 'gateway_feed'))
      order by 1`,
  );
}

const neededBy = ({ given, defaults }: Callable): string[] => given.slice(0, given.length - defaults);

/** Whether a call by these names is one of that function. */
function takes(called: Callable, named: string[]): boolean {
  return named.every((name) => called.given.includes(name)) && neededBy(called).every((name) => named.includes(name));
}

const { open } = openedDatabases();

async function landed(): Promise<{ url: string; source: DataSource }> {
  const database = await landedDatabase();
  return { url: database.ownerUrl, source: await open(database) };
}

describe('a database of the last version that was recorded', () => {
  it('has run the first migrations of today, and all but the newest few', async () => {
    const { source } = await landed();
    const rows: { name: string }[] = await source.query('select name from migrations order by timestamp, id');
    const known = new Set(rows.map(({ name }) => name));
    const lacking = MIGRATIONS.map(({ name }) => name).filter((name) => !known.has(name));
    expect(lacking.length).toBeLessThanOrEqual(NEWER_MAX);
    expect(rows.length + lacking.length).toBe(MIGRATIONS.length);
  });

  it('has the same catalog as a new one after the upgrade, also when it is upgraded twice', async () => {
    const fresh = await catalogOf(await open(await createTestDatabase('own')));
    const { url, source } = await landed();
    for (let time = 0; time < 2; time += 1) {
      await migrate(url);
      expect(await catalogOf(source)).toEqual(fresh);
    }
  });

  it('has the guards of the log where the version before looks for them, when its functions are not replaced yet', async () => {
    const { url, source } = await landed();
    const migrating = await createDataSource(url, 2, false).initialize();
    await installMissingTriggers(migrating, storedFunctions(), FORMER_NAMES);
    await runMigrations(migrating);
    await migrating.destroy();
    expect(await source.query('select fault from audit_breaks_outside()')).toEqual([]);
  });

  it('has each function that a process of the version before calls, by the names that it gives to arguments', async () => {
    const { url, source } = await landed();
    const before = await callables(source);
    await migrate(url);
    const after = new Map((await callables(source)).map((each) => [each.name, each]));
    const isUnnamed = (name: string, argument: string) => UNNAMED[name] === argument.split(' ')[0];
    expect(UNCALLED.filter((name) => !before.some((each) => each.name === name))).toEqual([]);
    const lost = before.filter(({ name, given }) => {
      if (UNCALLED.includes(name)) return false;
      const now = after.get(name);
      return (
        now === undefined ||
        !takes(
          now,
          given.filter((argument) => !isUnnamed(name, argument)),
        )
      );
    });
    expect(before.length).toBeGreaterThan(100);
    expect(lost.map(({ name }) => name)).toEqual([]);
    const excused = before.filter(({ name, given }) => given.some((argument) => isUnnamed(name, argument)));
    expect(excused.map(({ name }) => name)).toEqual(Object.keys(UNNAMED));
  });

  it('needs those arguments that only it names still: else they can go', async () => {
    const { source } = await landed();
    const needed = new Map((await callables(source)).map((each) => [each.name, neededBy(each).join(' ').split(' ')]));
    const idle = Object.entries(FORMER_ARGUMENTS).flatMap(([name, former]) =>
      former.filter((argument) => !needed.get(name)?.includes(argument)),
    );
    expect(idle).toEqual([]);
  });

  it('calls those functions that are there for it alone, and none of those that have their place: else they can go', async () => {
    const { source } = await landed();
    const called = new Set((await callables(source)).map(({ name }) => name));
    expect(Object.keys(FORMER_FUNCTIONS).filter((name) => !called.has(name))).toEqual([]);
    expect(Object.values(FORMER_FUNCTIONS).filter((name) => called.has(name))).toEqual([]);
  });

  it('calls itself so what is offered by former names: else they can go', async () => {
    const { source } = await landed();
    const rows: { name: string }[] = await source.query(
      `select relname as name from pg_class where relkind in ('r', 'p', 'v') and relnamespace = 'public'::regnamespace
       union select a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attgenerated = ''`,
    );
    const own = new Set(rows.map(({ name }) => name));
    expect(OFFERED_BEFORE.filter((name) => !own.has(name))).toEqual([]);
  });

  it('keeps its rows and its money', async () => {
    const { url, source } = await landed();
    const user = await aUserId(source);
    await postAsOwner(
      source,
      aJournal(user, {
        legs: [
          { owner: user, kind: 'spot', currencyId: USDT, amount: '70.50' },
          { owner: null, kind: 'adjustment', currencyId: USDT, amount: '-70.50' },
        ],
      }),
    );
    const count = async () => {
      const tables: { name: string }[] = await source.query(
        `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
           and not relispartition and relname not in ('migrations', 'stored_function') order by 1`,
      );
      const counts = new Map<string, number>();
      for (const { name } of tables) {
        const [row]: { rows: number }[] = await source.query(`select count(*)::integer as rows from "${name}"`);
        counts.set(name, row?.rows ?? 0);
      }
      return counts;
    };
    const before = await count();
    await migrate(url);
    const after = await count();
    // Seeds may add rows.
    const lost = [...before].filter(([name, rows]) => (after.get(name) ?? 0) < rows).map(([name]) => name);
    expect(lost).toEqual([]);
    const balances = await aLedger(source).balancesOf(user);
    expect(balances.map(({ kind, balance }) => [kind, balance])).toEqual([['spot', '70.5']]);
  });
});
