import { Client } from 'pg';
import { createDataSource } from '../database/data-source.js';
import { TrustStore } from '../features/trading/trust/trust.store.js';
import { createBook, dropDatabase, FIRST_USER } from './ledger.book.js';

/**
 * One day of interest on a million trust orders, as the worker's sweep books it: journals, postings, holds, accruals
 * and events of the users, in transactions of 5,000 orders on two connections, fsync on. Beside it, in the same run,
 * what the server needs to insert as many bare rows with a primary key.
 * `npm run bench -- interest [--orders=1000000] [--users=200000]`
 */
const OPTIONS = { orders: option('orders', 1_000_000), users: option('users', 200_000) };
const [AT_ONCE, LANES, LONGEST_SECONDS] = [5000, 2, 60];
const BOUGHT = new Date(Date.UTC(2026, 0, 5, 12));
/** The day after the purchase; its interest is due when it is over. */
const DAY = '2026-01-06';
const DUE = new Date(Date.UTC(2026, 0, 7));

function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

/** Orders of 1000 USDT with their frozen money, in bulk and past the ledger, because buying them one by one takes long. */
async function fillOrders(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into trust_order (user_id, product_id, currency_id, demo, principal, scale, daily_ratio, term_days,
       redemption_rule, redemption_ratio, penalty_capped, daily_interest, start_day, created_at)
     select $1::bigint + i % $2::integer, p.id, 3, false, 1000, c.scale, p.daily_ratio, p.term_days, p.redemption_rule,
            p.redemption_ratio, p.penalty_capped, trunc(1000 * p.daily_ratio, c.scale), $4::date, $4
       from generate_series(0, $3::integer - 1) i, trust_product p, currency c
      where p.code = 'usdt-15' and c.id = 3`,
    [FIRST_USER, OPTIONS.users, OPTIONS.orders, BOUGHT],
  );
  await client.query(
    `insert into ledger_account (owner_id, kind, currency_id, scale, demo, shard, may_go_negative, balance, sequence)
     select user_id, 'trust_frozen', 3, min(scale), false, 0, false, sum(principal), 0 from trust_order group by user_id`,
  );
  await client.query(
    `insert into ledger_hold (name, account_id, amount, opened_at)
     select concat('trust-order:', o.id), a.id, o.principal, $1 from trust_order o
       join ledger_account a on a.owner_key = o.user_id and a.kind = 'trust_frozen'`,
    [BOUGHT],
  );
  await client.query('vacuum analyze');
  await client.end();
}

async function accrue(url: string): Promise<{ seconds: number; days: number }> {
  const source = await createDataSource(url, LANES).initialize();
  const store = new TrustStore(source);
  const began = performance.now();
  const lane = async (): Promise<number> => {
    let days = 0;
    for (;;) {
      const { orders } = await source.transaction((tx) => store.accrue(tx, AT_ONCE, DUE));
      if (orders === 0) return days;
      days += orders;
    }
  };
  const booked = await Promise.all(Array.from({ length: LANES }, lane));
  const seconds = (performance.now() - began) / 1000;
  await source.destroy();
  return { seconds, days: booked.reduce((sum, days) => sum + days, 0) };
}

/** The same number of bare rows, in batches of the same size on as many connections. */
async function insertBare(url: string): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  await clients[0]?.query('create table bare_row (id bigint primary key, day date, amount numeric(38, 18))');
  const began = performance.now();
  let next = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (next < OPTIONS.orders) {
        const first = next;
        next += AT_ONCE;
        await client.query(
          `insert into bare_row select i, $3::date, 4 from generate_series($1::integer, $2::integer) i`,
          [first, first + AT_ONCE - 1, DAY],
        );
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return seconds;
}

async function main(): Promise<void> {
  const serverUrl = process.env.DATABASE_URL as string;
  const url = await createBook(serverUrl, 'bench_interest', 0);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into account_user (id, username, username_key, extension_code, created_at) overriding system value
     select $2::bigint + i, 'bench-' || i, 'bench-' || i, 'B' || lpad(i::text, 9, '0'), now()
       from generate_series(0, $1::integer - 1) i`,
    [OPTIONS.users, FIRST_USER],
  );
  await client.end();
  await fillOrders(url);
  const bare = await insertBare(url);
  const { seconds, days } = await accrue(url);
  if (days !== OPTIONS.orders) throw new Error(`${days} days were booked for ${OPTIONS.orders} orders.`);
  const rate = Math.round(days / seconds).toLocaleString('en');
  process.stdout.write(
    `${days.toLocaleString('en')} orders of ${OPTIONS.users.toLocaleString('en')} users: interest in ${seconds.toFixed(1)} s ` +
      `(${rate} a second), goal ${LONGEST_SECONDS} s; as many bare rows ${bare.toFixed(1)} s, ratio ${(seconds / bare).toFixed(1)}\n`,
  );
  await dropDatabase(serverUrl, 'bench_interest');
  if (seconds > LONGEST_SECONDS) process.exitCode = 1;
}

await main();
