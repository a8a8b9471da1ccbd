import { Client } from 'pg';
import { createDataSource } from '../database/data-source.js';
import { DueMarginsStore } from '../features/trading/liquidation/due-margins.store.js';
import { TapePartitionsStore } from '../features/markets/tape/tape-partitions.store.js';
import { createBook, dropDatabase, FIRST_USER, USDT } from './ledger.book.js';

/**
 * The sweep that proves the index of margins: seconds to look at 1,000,000 open positions by rows and tape, and the
 * longest slice, which is how long a snapshot is held. One user in ten has ten cross positions, the others one isolated
 * one; one in a thousand is due and must be found. Fails above 10 s, and in proportion for other numbers.
 * `npm run bench -- liquidation-sweep [--quick] [--positions=1000000]`
 */
const quick = process.argv.includes('--quick');
const given = process.argv.find((word) => word.startsWith('--positions='));
const POSITIONS = given ? Number(given.split('=')[1]) : quick ? 50_000 : 1_000_000;
const USERS = Math.ceil(POSITIONS / 1.9);
const LONGEST_SECONDS = Math.max(1, (10 * POSITIONS) / 1_000_000);
const ROUNDS = 3;
const ROWS = 20_000;
const DUE_SECONDS = 10;
const MARK = '58700';

const { DATABASE_URL } = process.env;
if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: use `npm run bench -- liquidation-sweep`.');
process.exitCode = (await run(DATABASE_URL)) ? 0 : 1;

async function run(serverUrl: string): Promise<boolean> {
  const url = await createBook(serverUrl, 'bench_liquidation_sweep', 0);
  await fill(url);
  const source = await createDataSource(url, 2).initialize();
  const store = new DueMarginsStore(source);
  const at = Math.floor(Date.now() / 1000) * 1000;
  await new TapePartitionsStore(source).ensure([at - DUE_SECONDS * 1000, at]);
  await tape(url, at);
  const expected = await countDue(url);
  const seconds: number[] = [];
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const swept = await sweep(store, new Date(at));
    if (swept.looked !== swept.rows || swept.due !== expected) {
      throw new Error(`${swept.looked} rows were looked at of ${swept.rows}, ${swept.due} found due of ${expected}.`);
    }
    seconds.push(swept.seconds);
    longest.push(swept.longest);
  }
  const [taken, slice] = [median(seconds), median(longest)];
  const isInTime = taken < LONGEST_SECONDS;
  process.stdout.write(
    `${POSITIONS} open positions of ${USERS} users, ${expected} due: swept in ${taken.toFixed(2)} s ` +
      `(${seconds.map((value) => value.toFixed(2)).join(', ')}), ${Math.round(POSITIONS / taken)}/s; longest slice ` +
      `${Math.round(slice * 1000)} ms; goal under ${LONGEST_SECONDS} s: ${isInTime ? 'met' : 'MISSED'}\n`,
  );
  await source.destroy();
  await dropDatabase(serverUrl, 'bench_liquidation_sweep');
  return isInTime;
}

async function sweep(store: DueMarginsStore, at: Date) {
  const swept = { looked: 0, rows: POSITIONS, due: 0, seconds: 0, longest: 0 };
  const began = performance.now();
  for (let after = '0'; ; ) {
    const from = performance.now();
    const slice = await store.slice({
      after,
      rows: ROWS,
      realMoneyOrigins: ['live'],
      unpriced: [],
      at,
      seconds: DUE_SECONDS,
    });
    swept.longest = Math.max(swept.longest, (performance.now() - from) / 1000);
    if (!slice) break;
    swept.looked += slice.looked;
    swept.due += slice.due.ids.length + slice.due.accounts.length;
    after = slice.lastUser;
  }
  swept.seconds = (performance.now() - began) / 1000;
  return swept;
}

/** Longs of 0.1 BTC at 60,000, in bulk and past the triggers: the sweep reads rows, tiers, tape and balances alone. */
async function fill(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  // The first tenth of the numbers are cross positions of their users, ten each; the others have one.
  await client.query(
    `insert into futures_position (user_id, market_id, currency_id, demo, side, price_type, margin_mode, status, leverage,
       lot_size, lots, lots_ordered, market_price, entry_price, initial_margin, margin, open_fee_ratio, close_fee_ratio,
       created_at, opened_at, updated_at)
     select ${FIRST_USER} + case when is_cross then $2::integer + n / 10 else n end, 1, ${USDT}, false, 1, 'market',
            case when is_cross then 'cross' else 'isolated' end, 1, 10, 0.01, 10, 10, 60000, 60000, margin, margin, 0.0005,
            0.0005, started, started, started
       from generate_series(0, $1::integer - 1) n
      cross join lateral (select n < $1 * 10 / 19 as is_cross, now() - interval '1 hour' as started) kind
      cross join lateral (select case when (case when is_cross then n / 10 else n end) % 1000 = 0 then 120 else 600 end) m (margin)`,
    [POSITIONS, POSITIONS],
  );
  await client.query(
    `insert into ledger_account (owner_id, owner_key, house, kind, currency_id, scale, demo, balance, may_go_negative)
     select u, u, false, 'contract', ${USDT}, 8, false, 0.5, false
       from (select distinct user_id as u from futures_position where margin_mode = 'cross') owners`,
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
  await client.end();
}

async function tape(url: string, at: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into price_sample (market_id, second, sequence, index, index_state, mark, last, constituents, live_constituents,
       origin, prev_hash, hash)
     select m.id, to_timestamp($1::float8) - make_interval(secs => $2 - n), n, $3::numeric, 'ok', $3, $3, '[]', 3, 'live',
            decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')
       from market m cross join generate_series(1, $2::integer) n
      where m.id in (select market_id from maintenance_tier)`,
    [at / 1000, DUE_SECONDS, MARK],
  );
  await client.end();
}

async function countDue(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ due: number }>(
    'select count(distinct user_id)::integer as due from futures_position where margin = 120',
  );
  await client.end();
  return rows[0]?.due ?? 0;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
