import { Client } from 'pg';
import { createDataSource } from '../database/data-source.js';
import { RebatesStore } from '../features/trading/referral/rebates.store.js';
import { replayRebates } from '../features/trading/referral/replay-rebates.js';
import { createBook, dropDatabase, FIRST_USER } from './ledger.book.js';

/**
 * A day of a million fee postings of 100,000 invited users, rebated as the worker's job does it: fees added up from the
 * postings in parts of 50,000 journals, then decided and booked in transactions of 5,000 rebates on one connection, with
 * journals, postings and events of the inviters, fsync on. Afterwards the day is computed again from the postings.
 * `npm run bench -- referral [--fees=1000000] [--users=100000] [--inviters=20000]`
 */
const OPTIONS = {
  fees: option('fees', 1_000_000),
  users: option('users', 100_000),
  inviters: option('inviters', 20_000),
};
const [JOURNALS_AT_ONCE, REBATES_AT_ONCE, LONGEST_SECONDS] = [50_000, 5000, 60];
const BEFORE = new Date(Date.UTC(2026, 0, 5, 12));
const TRADED = new Date(Date.UTC(2026, 0, 5, 18));
const DUE = new Date(Date.UTC(2026, 0, 6, 0, 2));
const DAY = '2026-01-05';
/** Of the house, for each kind; see the ledger's forms of accounts. */
const SHARDS = 16;

function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

/** Fills of spot orders with a fee each, in bulk and past the ledger, because trading a million times takes long. */
async function fillDay(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { fees, users, inviters } = OPTIONS;
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into account_user (id, username, username_key, extension_code, invited_by, created_at) overriding system value
     select $1::bigint + i, 'bench-' || i, 'bench-' || i, 'B' || lpad(i::text, 9, '0'),
            case when i >= $3::integer then $1::bigint + i % $3::integer end, now()
       from generate_series(0, $2::integer - 1) i`,
    [FIRST_USER, users + inviters, inviters],
  );
  await client.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at, decided_at)
     select u.id, 'basic', 'verified', 2, 'DE', 'Ann', 'passport', 'x', sha256(u.id::text::bytea), 'Street', now(), now()
       from account_user u where u.invited_by is not null`,
  );
  await client.query(
    `insert into ledger_account (owner_id, owner_key, house, kind, currency_id, scale, demo, shard, may_go_negative)
     select u.id, u.id, false, 'spot', 3, c.scale, false, 0, false from account_user u, currency c where c.id = 3
     union all
     select null, 0, true, k.kind, 3, c.scale, false, s, k.kind <> 'fee'
       from (values ('fee'), ('house_pnl')) k (kind), generate_series(0, $1::integer - 1) s, currency c where c.id = 3`,
    [SHARDS],
  );
  await client.query(
    `insert into ledger_journal (id, reason, reference, demo, at) overriding system value
     select i, 'spot.fill', i::text, false, $2 from generate_series(1, $1::integer) i`,
    [fees, TRADED],
  );
  await client.query(`select setval(pg_get_serial_sequence('ledger_journal', 'id'), $1)`, [fees]);
  await client.query(
    `insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
     select a.id, row_number() over (partition by a.id order by l.journal, l.part), l.journal, 3, false, l.amount, 0
       from (select i as journal, 1 as part, $2::bigint + $4::integer + i % $3::integer as owner, 'spot' as kind, 0 as shard,
                    -(100 + 0.1) as amount from generate_series(1, $1::integer) i
             union all select i, 2, 0, 'fee', i % $5::integer, 0.1 + (i % 7) * 0.00000001 from generate_series(1, $1::integer) i
             union all select i, 3, 0, 'house_pnl', i % $5::integer, 100 - (i % 7) * 0.00000001
               from generate_series(1, $1::integer) i) l
       join ledger_account a on a.owner_key = l.owner and a.kind = l.kind and a.shard = l.shard
      order by l.journal, l.part`,
    [fees, FIRST_USER, users, inviters, SHARDS],
  );
  await client.query(
    `update ledger_account a set balance = case when a.house then 0 else 1000000 end,
            sequence = coalesce((select max(p.sequence) from ledger_posting p where p.account_id = a.id), 0)`,
  );
  await client.query(
    `insert into ledger_seal (id, first_journal, last_journal, previous_hash, hash, sealed_at)
     select 1, 1, $1, sha256(''), sha256(''), $2`,
    [fees, TRADED],
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
  await client.query(`select brin_summarize_new_values('ledger_posting_journal')`);
  await client.end();
}

async function rebate(url: string): Promise<{ gathered: number; seconds: number; rebates: number; replayed: number }> {
  const source = await createDataSource(url, 1).initialize();
  const store = new RebatesStore(source);
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  if ((await store.openDay(DUE, null)) !== DAY) throw new Error('The day is not due.');
  while ((await source.transaction((tx) => store.gather(tx, DAY, JOURNALS_AT_ONCE, DUE))) > 0);
  const gathered = since();
  let rebates = 0;
  for (;;) {
    const done = await source.transaction((tx) =>
      store.book(tx, { day: DAY, limit: REBATES_AT_ONCE, except: [], at: DUE }),
    );
    if (done.rebates === 0) break;
    rebates += done.rebates;
  }
  const seconds = since();
  const day = await store.day(DAY);
  const { differences } = day ? await replayRebates(store, day) : { differences: ['there is no day'] };
  if (differences.length > 0) throw new Error(`The replay differs: ${differences.slice(0, 3).join('; ')}`);
  const replayed = since() - seconds;
  await source.destroy();
  return { gathered, seconds, rebates, replayed };
}

async function main(): Promise<void> {
  const serverUrl = process.env.DATABASE_URL as string;
  const url = await createBook(serverUrl, 'bench_referral', 0);
  const source = await createDataSource(url, 1).initialize();
  await new RebatesStore(source).openDay(BEFORE, null);
  await source.destroy();
  await fillDay(url);
  const { gathered, seconds, rebates, replayed } = await rebate(url);
  if (rebates !== Math.min(OPTIONS.users, OPTIONS.fees))
    throw new Error(`${rebates} rebates of ${OPTIONS.users} users.`);
  process.stdout.write(
    `${OPTIONS.fees.toLocaleString('en')} fees of ${OPTIONS.users.toLocaleString('en')} users: rebated in ${seconds.toFixed(1)} s ` +
      `(added up in ${gathered.toFixed(1)} s), goal ${LONGEST_SECONDS} s; recomputed from the postings in ` +
      `${replayed.toFixed(1)} s, nothing differs\n`,
  );
  await dropDatabase(serverUrl, 'bench_referral');
  if (seconds > LONGEST_SECONDS) process.exitCode = 1;
}

await main();
