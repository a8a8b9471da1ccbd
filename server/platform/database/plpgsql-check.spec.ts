import { join } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { storedFunctions } from './stored-functions.js';

/** That of which the warnings are those below; another one may have more of them, or other words. */
const KNOWN_VERSION = '2.10';

/** What plpgsql_check says of functions that are right all the same: its words, of whom, and why that is so. */
const ALLOWED: readonly { says: string; of: string[]; because: string }[] = [
  {
    says: 'warning extra: never read variable "transaction_id"',
    of: ['funding_settle', 'ledger_post', 'ledger_post_batch', 'liquidation_execute'],
    because: 'assigned for its effect: a transaction with the number of a journal is seen as running',
  },
  {
    says: 'warning extra: composite OUT variable "cancelled" is not single argument',
    of: ['futures_cancel_one'],
    because: 'the row and its events are one answer, and callers take it apart by the names of its parts',
  },
  {
    says: 'warning extra: composite OUT variable "closed" is not single argument',
    of: ['futures_close_one'],
    because: 'as that of futures_cancel_one',
  },
  {
    says: 'warning extra: composite OUT variable "filled" is not single argument',
    of: ['futures_fill_one'],
    because: 'as that of futures_cancel_one',
  },
  {
    says: 'warning: routine is marked as STABLE, but expression is VOLATILE',
    of: ['futures_position_event', 'futures_view'],
    because: 'futures_closings sees by itself what the statement has changed that asks for a view',
  },
  {
    says: 'performance: routine is marked as VOLATILE, should be STABLE',
    of: ['futures_closings', 'futures_open_lots_of'],
    because: 'they see what the statement that calls them has changed, or others committed while it waited for a lock',
  },
  {
    says: 'performance: routine is marked as VOLATILE, should be STABLE',
    of: ['ledger_replay', 'liquidation_deleverage_steps', 'liquidation_is_matched'],
    because: 'called behind locks, where what is read is to be what is committed now, whatever statement calls',
  },
];

/**
 * All that there is to say of each function, of those of triggers for each table. Numbers that are converted as they are assigned
 * are left out (42804 as a matter of performance): sums and counts are wider than what they are bounded to, and amounts are a domain.
 */
const FINDINGS = `
  select checked.name, coalesce(array_agg(distinct concat(said.level, ': ', said.message)) filter (where said.message is not null), '{}')
           as findings,
         coalesce(array_agg(concat_ws(' ', checked.bound_to, said.lineno, said.detail, said.context)) filter (where said.message is not null), '{}')
           as places
    from (select p.oid, p.proname::text as name, nullif(b.tgrelid, 0)::regclass as bound_to, b.*
            from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
            left join lateral (
              select distinct t.tgrelid, t.tgoldtable, t.tgnewtable from pg_trigger t where t.tgfoid = p.oid and t.tgparentid = 0) b on true
           where p.pronamespace = 'public'::regnamespace and (p.prorettype <> 'trigger'::regtype or b.tgrelid is not null)) checked
    left join lateral plpgsql_check_function_tb(checked.oid, coalesce(checked.tgrelid, 0), fatal_errors => false,
      performance_warnings => true, security_warnings => true, compatibility_warnings => true,
      oldtable => checked.tgoldtable, newtable => checked.tgnewtable) said
      on said.level <> 'performance' or said.sqlstate <> '42804'
   group by checked.name order by checked.name`;

let database: TestDatabase;
let source: DataSource;
/** One connection, of the settings that say where the extension is. */
let session: QueryRunner;

beforeAll(async () => {
  database = await createTestDatabase('own');
  source = await createDataSource(database.url, 2, false).initialize();
  session = source.createQueryRunner();
});
afterAll(async () => {
  await session.release();
  await source.destroy();
  await database.drop();
});

/**
 * Loads it from a tree that is laid out as Debian's, for as long as the session lasts, which no other one sees.
 * @returns its version; null, and said so, where there is none that this server loads.
 */
async function loadPlpgsqlCheck(): Promise<string | null> {
  const { PLPGSQL_CHECK_PATH: tree, PLPGSQL_CHECK_MISSING: missing = 'plpgsql_check' } = process.env;
  if (!tree) return skip(`there is no ${missing}, and it could not be fetched`);
  const [row]: { major: number }[] = await session.query(
    `select current_setting('server_version_num')::integer / 10000 as major`,
  );
  const [share, library] = ['usr/share/postgresql', 'usr/lib/postgresql'].map((path) =>
    join(tree, path, `${row?.major}`),
  );
  await session.query(`select set_config('extension_control_path', $1 || ':$system', false)`, [share]);
  await session.query(`select set_config('dynamic_library_path', $1 || '/lib:$libdir', false)`, [library]);
  try {
    await session.query('create extension plpgsql_check');
  } catch (error) {
    // Built for a newer system than this one, say.
    return skip(`this server does not load it: ${String(error)}`);
  }
  const [loaded]: { version: string }[] = await session.query(
    `select extversion as version from pg_extension where extname = 'plpgsql_check'`,
  );
  return loaded?.version ?? null;
}

function skip(why: string): null {
  console.log(`The bodies of the stored functions are not checked: ${why}.`);
  return null;
}

describe('the bodies of the stored functions', () => {
  it('hold against the tables, each of them, and say what they mean', async () => {
    const version = await loadPlpgsqlCheck();
    if (version === null) return;
    const functions: { name: string; findings: string[]; places: string[] }[] = await session.query(FINDINGS);
    const names = storedFunctions()
      .filter(({ text }) => /^language plpgsql\b/m.test(text))
      .map(({ name }) => name);
    expect(functions.map(({ name }) => name)).toEqual(names.sort());
    const isKnown = version === KNOWN_VERSION;
    if (!isKnown) console.log(`plpgsql_check ${version} is not ${KNOWN_VERSION}: of what it says errors alone count.`);
    const allowed = ALLOWED.flatMap(({ says, of }) => of.map((name) => `${name}: ${says}`));
    const said = functions.flatMap(({ name, findings }) =>
      findings.map((says) => ({ says, line: `${name}: ${says}` })),
    );
    const faults = said.filter(({ says, line }) => !allowed.includes(line) && (isKnown || says.startsWith('error: ')));
    const places = functions.filter(({ name }) => faults.some(({ line }) => line.startsWith(`${name}: `)));
    expect(places).toEqual([]);
    const idle = allowed.filter((line) => isKnown && !said.some((each) => each.line === line));
    expect(idle).toEqual([]);
  });

  it('are accepted by Postgres itself, each with the check of bodies on', async () => {
    const functions: { name: string; text: string }[] = await source.query(
      `select p.proname as name, pg_get_functiondef(p.oid) as text from pg_proc p join pg_language l on l.oid = p.prolang
        where p.pronamespace = 'public'::regnamespace and l.lanname <> 'c'`,
    );
    const refused: string[] = [];
    for (const { name, text } of functions)
      await source.query(text).catch((error: Error) => refused.push(`${name}: ${error.message}`));
    expect(refused).toEqual([]);
  });
});
