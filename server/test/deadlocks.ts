import type { DataSource } from 'typeorm';
import { asKind } from '../platform/database/work-kind.js';
import { poolFigures } from '../platform/database/work-pools.js';

/** Asks the database, each call on whichever connection is free. */
export type Query = <Row>(sql: string) => Promise<Row[]>;

const COUNT = 'select deadlocks::integer as count from pg_stat_database where datname = current_database()';
const OPEN = `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;

/** Postgres' own count of the deadlocks that it ended in this database. */
async function counted(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>(COUNT);
  return row?.count ?? 0;
}

/**
 * The count of a database that only these pools work on. A server's process hands its counts in when it ends, or ten
 * seconds after its last work: so each connection of each pool is asked to, all at once, so that none answers for another.
 * Fails where there are connections of somebody else, whose counts are not in yet: the count would say less than happened.
 */
export async function deadlocksOf(...pools: readonly DataSource[]): Promise<number> {
  let left = -1;
  for (let tries = 0; tries < 100; tries += 1) {
    const asked = pools.flatMap(askAll);
    const heard = new Set(await Promise.all(asked));
    const open: { pid: number }[] = await anyOf(pools).query(OPEN);
    left = open.filter(({ pid }) => !heard.has(pid)).length;
    if (left === 0) return counted((sql) => anyOf(pools).query(sql));
  }
  throw new Error(`${left} connections of others have not handed their counts in.`);
}

function anyOf([first]: readonly DataSource[]): DataSource {
  if (!first) throw new Error('No pool was given.');
  return first;
}

/** As many questions for each kind of work as it may have connections. */
function askAll(pool: DataSource): Promise<number | undefined>[] {
  const kinds = poolFigures(pool).map(([kind]) => kind);
  return (kinds.length > 0 ? kinds : (['commands'] as const)).flatMap((kind) =>
    Array.from({ length: pool.options.poolSize ?? 10 }, () => asKind(kind, () => handIn(pool))),
  );
}

/** Keeps its connection for long enough that the next question goes by another one. */
async function handIn(pool: DataSource): Promise<number | undefined> {
  const [row]: { pid: number }[] = await pool.query(
    'select pg_stat_force_next_flush(), pg_sleep(0.05), pg_backend_pid() as pid',
  );
  return row?.pid;
}

/** The count of a database that other processes work on: they lose their connections, and each hands its counts in. */
export async function deadlocksAtTheEnd(query: Query): Promise<number> {
  const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;
  // Whoever comes back has nothing to hand in: the next round ends it, too.
  for (let left = 1, rounds = 0; left > 0 && rounds < 20; rounds += 1) {
    const [row] = await query<{ ended: number }>(
      `select count(pg_terminate_backend(pid, 5000))::integer as ended ${others}`,
    );
    left = row?.ended ?? 0;
  }
  return counted(query);
}
