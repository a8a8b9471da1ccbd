import { Client } from 'pg';
import { createDataSource } from '../database/data-source.js';
import { OutboxStore } from '../platform/outbox/outbox.store.js';
import { createDatabase, dropDatabase, migrateBench } from './ledger.book.js';

/**
 * Events of five days: how long it takes to drop the oldest, what somebody waits who appends meanwhile, and what a look costs at the
 * streams of all users when nothing is new. Beside it, the same rows in one table, pruned by the statement of before, which kept the newest 2,048
 * of a user and looked for the first of the last day in each stream, whether or not there was anything to prune. Fails above a second. `npm run bench -- outbox-days [--quick] [--users=3000]`
 */
const quick = process.argv.includes('--quick');
const given = process.argv.find((word) => word.startsWith('--users='));
const USERS = given ? Number(given.split('=')[1]) : quick ? 300 : 3000;
const EVENTS = 2100;
const DAYS = 5;
const DAY_MS = 86_400_000;
const LONGEST_MS = 1000;
const ROUNDS = 5;
const NAME = 'bench_outbox_days';

const OF_BEFORE = `
  with old as (
    select event.user_id, event.sequence
      from outbox_stream stream
      cross join lateral (
        select coalesce(min(sequence), stream.sequence + 1) as sequence
          from (select sequence from outbox_undivided where user_id = stream.user_id and at >= $1
                 order by sequence limit 1) recent) recent
      cross join lateral (
        select user_id, sequence from outbox_undivided
         where user_id = stream.user_id and sequence <= stream.sequence - 2048 and sequence < recent.sequence
         order by sequence limit 10000) event
     where stream.sequence > 2048
     limit 10000)
  delete from outbox_undivided using old where outbox_undivided.user_id = old.user_id and outbox_undivided.sequence = old.sequence`;

const { DATABASE_URL } = process.env;
if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: use `npm run bench -- outbox-days`.');
process.exitCode = (await run(DATABASE_URL)) ? 0 : 1;

async function run(serverUrl: string): Promise<boolean> {
  const url = await createDatabase(serverUrl, NAME);
  await migrateBench(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  const source = await createDataSource(url, 4).initialize();
  const store = new OutboxStore(source);
  try {
    await fill(client, store);
    const looks = await looked(client, store);
    await client.query(`set statement_timeout = '5s'`);
    const before = await timed(() => client.query(OF_BEFORE, [new Date(Date.now() - DAY_MS)]));
    await client.query('reset statement_timeout');
    const appending = appendOn(url);
    const [own, failure] = await timed(() => store.dropDays(new Date(), 10_000));
    const waited = await appending.end();
    const { rows } = await client.query<{ rows: string }>('select count(*) as rows from outbox');
    if (failure) throw new Error(failure);
    const isInTime = own < LONGEST_MS && waited < LONGEST_MS;
    process.stdout.write(
      `${USERS} users with ${EVENTS} events of ${DAYS} days: a day dropped in ${ms(own)}, who appends meanwhile waits ${ms(waited)} at most, ` +
        `${rows[0]?.rows} events left; goal ${LONGEST_MS} ms: ${isInTime ? 'met' : 'MISSED'}\n` +
        `the same rows in one table, by the statement of before (limit 5 s): ${before[1] ?? ms(before[0])}\n` +
        `a look at all streams, nothing new: ${ms(looks.own)}; each searched, in one table: ${ms(looks.before)}\n`,
    );
    return isInTime;
  } finally {
    await source.destroy();
    await client.end();
    await dropDatabase(serverUrl, NAME);
  }
}

/** In bulk: one by one takes hours. */
async function fill(client: Client, store: OutboxStore): Promise<void> {
  const today = Date.now();
  for (let day = 0; day < DAYS; day += 1)
    await store.makeDay(new Date(today - day * DAY_MS).toISOString().slice(0, 10));
  await client.query(
    `insert into account_user (username, username_key, extension_code, created_at)
     select 'bench-' || i, 'bench-' || i, 'B' || lpad(i::text, 9, '0'), now() from generate_series(1, $1::integer) i`,
    [USERS],
  );
  await client.query(
    `insert into outbox_stream (user_id, sequence, day)
     select id, $1, (now() at time zone 'UTC')::date from account_user where username like 'bench-%'`,
    [EVENTS],
  );
  await client.query(
    `insert into outbox (user_id, sequence, kind, payload, at, day)
     select s.user_id, n, 'balance', jsonb_build_object('entity', 'balance:spot:3', 'entityVersion', n, 'account', 'spot',
              'currencyId', 3, 'delta', '-12.5', 'after', '1234.56789', 'reason', 'wallet.transfer', 'journalId', n::text),
            now() - make_interval(days => $2 - 1 - n * $2 / ($1 + 1)),
            ((now() - make_interval(days => $2 - 1 - n * $2 / ($1 + 1))) at time zone 'UTC')::date
       from generate_series(1, $1::integer) n cross join outbox_stream s`,
    [EVENTS, DAYS],
  );
  // The statement of before finds nothing to prune any more.
  await client.query('create table outbox_undivided (like outbox, primary key (user_id, sequence))');
  await client.query(`insert into outbox_undivided select * from outbox where sequence > ${EVENTS - 2048}`);
  await client.query('vacuum analyze');
}

async function looked(client: Client, store: OutboxStore): Promise<{ own: number; before: number }> {
  const { rows } = await client.query<{ id: string }>('select user_id as id from outbox_stream');
  const places = rows.map(({ id }) => ({ userId: id, sequence: EVENTS }));
  const [own, before]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push((await timed(() => store.after(places, 16)))[0]);
    const search = () =>
      client.query(
        `select event.* from unnest($1::bigint[]) as place (user_id)
          cross join lateral (select * from outbox_undivided where user_id = place.user_id and sequence > $2
                               order by sequence limit 16) event`,
        [rows.map(({ id }) => id), EVENTS],
      );
    before.push((await timed(search))[0]);
  }
  return { own: median(own), before: median(before) };
}

/** Appends one event after the other until it is ended; answers the longest that one took. */
function appendOn(url: string): { end: () => Promise<number> } {
  const state = { isOver: false, longest: 0 };
  const work = (async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    while (!state.isOver) {
      const [took] = await timed(() =>
        client.query(`select outbox_append(min(user_id), 'notice', '{}', now()) from outbox_stream`),
      );
      state.longest = Math.max(state.longest, took);
    }
    await client.end();
  })();
  return {
    end: async () => {
      state.isOver = true;
      await work;
      return state.longest;
    },
  };
}

/** Milliseconds, and the words of a failure. */
async function timed(work: () => Promise<unknown>): Promise<[number, string | null]> {
  const from = performance.now();
  const failure = await work().then(
    () => null,
    (error: unknown) => String(error),
  );
  return [performance.now() - from, failure];
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
