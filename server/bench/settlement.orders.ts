import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { TapePartitionsStore } from '../features/markets/tape/tape-partitions.store.js';
import { TapeStore } from '../features/markets/tape/tape.store.js';
import { TapeWriter } from '../features/markets/tape/tape-writer.js';
import { FIRST_USER, USDT } from './ledger.book.js';

const MARKET = 1;
const ENTRY = 50_000;
const AT_ONCE = 5000;

/** Puts an index of 50,000.01 on the tape for the ten seconds up to the instant. */
export async function writeTape(source: DataSource, until: number): Promise<void> {
  const [row] = await source.query<{ token: string }[]>(
    `insert into feed_lease (name, token, holder, taken_at) values ('markets', 1, 'bench', now())
     on conflict (name) do update set token = feed_lease.token + 1 returning token::text as token`,
  );
  const tools = { store: new TapeStore(source), partitions: new TapePartitionsStore(source) };
  const writer = new TapeWriter(row?.token ?? '', { ...tools, written: () => undefined, lost: () => undefined });
  const constituents: [string, string, number, boolean][] = ['a', 'b', 'c', 'd'].map((venue) => [
    venue,
    '50000.01',
    20,
    true,
  ]);
  for (let s = until - 9000; s <= until; s += 1000) {
    const content = { s, index: '50000.01', indexState: 'ok', mark: '50000.01', last: '50000.01' } as const;
    writer.add([{ marketId: MARKET, content: { ...content, live: 4, constituents, origin: 'simulated' } }]);
  }
  if (!(await writer.write(() => until))) throw new Error('The tape was not written.');
}

/**
 * So many open orders of 10 USDT that close at the instant, spread over the users, with their money in holds, as
 * `option_buy` would have left them: half of them on rise, entries of twenty different seconds.
 */
export async function openOrders(
  url: string,
  { count, users, closesAt }: { count: number; users: number; closesAt: number },
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ last: string }>('select coalesce(max(id), 0) as last from option_order');
  const first = Number(rows[0]?.last) + 1;
  // Entries of seconds that are on no tape: what is measured is what comes after.
  await client.query('alter table option_order disable trigger option_order_begin');
  for (let from = first; from < first + count; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, first + count) - 1;
    await client.query('begin');
    await client.query(
      `select from (select array_agg(id::text order by id, place) as refs, array_agg(owner order by id, place) as owners,
                array_agg(kind order by id, place) as kinds, array_agg(${USDT} order by id, place) as currencies,
                array_agg(amount order by id, place) as amounts, array_agg(hold order by id, place) as holds
           from (select id, place, ${FIRST_USER} + id % $3 as owner, kind, amount,
                        case when place = 2 then 'option-order:' || id end as hold
                   from generate_series($1::bigint, $2::bigint) id,
                        (values (1, 'option', -10.1), (2, 'option_frozen', 10.1)) as side (place, kind, amount)) leg) legs,
         ledger_post_batch(p_reason => 'options.buy', p_at => to_timestamp($4), p_demo => false,
           p_references => legs.refs, p_owners => legs.owners, p_kinds => legs.kinds,
           p_currencies => legs.currencies, p_amounts => legs.amounts, p_holds => legs.holds)`,
      [from, to, users, closesAt / 1000 - 60],
    );
    await client.query(
      `insert into option_order (id, user_id, market_id, currency_id, demo, direction, seconds, stake, fee, payout_ratio,
         fee_ratio, winnings, entry_at, entry_index, entry_price, even_band, origin, opened_at, closes_at, rule_version,
         window_seconds, price_decimals, constituents_min)
       overriding system value
       select id, ${FIRST_USER} + id % $3, ${MARKET}, ${USDT}, false, case when id % 2 = 0 then 'rise' else 'fall' end, 60,
              10, 0.1, 0.8, 0.01, 8, to_timestamp($4 - 60 - id % 20), ${ENTRY} + id % 20, ${ENTRY} + id % 20, 0,
              'simulated', to_timestamp($4 - 60), to_timestamp($4), 1, 5, 3, 3
         from generate_series($1::bigint, $2::bigint) id`,
      [from, to, users, closesAt / 1000],
    );
    await client.query('commit');
  }
  await client.query('alter table option_order enable always trigger option_order_begin');
  await client.query(`select setval('option_order_id_seq', (select max(id) from option_order))`);
  await client.query('vacuum analyze');
  await client.end();
}

/** Seconds that it takes to do nothing but mark as many rows, one statement: what no settlement can beat. */
export async function rawUpdate(url: string, count: number): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create table raw_order as select id, 'open'::text as status, 0::numeric as profit from generate_series(1, ${count}) id`,
  );
  await client.query('alter table raw_order add primary key (id)');
  await client.query('vacuum analyze raw_order');
  const began = performance.now();
  await client.query(`update raw_order set status = 'settled', profit = 8 where status = 'open'`);
  const took = (performance.now() - began) / 1000;
  await client.query('drop table raw_order');
  await client.end();
  return took;
}
