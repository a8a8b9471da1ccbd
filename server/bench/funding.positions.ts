import { Client } from 'pg';
import { FIRST_USER, USDT } from './ledger.book.js';

export const MARKET = 1;
const AT_ONCE = 2000;
/** Each user has so many positions, of which every second one is cross. */
const EACH = 4;
const ENTRY = 60_000;

/** Who a position belongs to, and what it is: `n` its id. Whole users are demo, and one in fifty has nothing left. */
const ROW = `cross join lateral (select (n - 1) / ${EACH} as user_number) owner
      cross join lateral (select ${FIRST_USER} + user_number as user_id, user_number % 10 = 9 as demo,
        case when (n + user_number) % 2 = 0 then 1 else -1 end as side,
        case when n % 2 = 0 then 'cross' else 'isolated' end as margin_mode,
        case when user_number % 50 = 8 then 0 else 250 end as left_over) row`;

/**
 * Open positions of 0.1 BTC at 60,000 with a margin of 600, four for each user: isolated and cross, long and short,
 * real and demo money, opened free of charge. Beside them most users have 1000 USDT, and one in fifty nothing, so that the margins pay.
 */
export async function openFundedPositions(url: string, count: number, openedAt: Date): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into account_user (id, username, username_key, extension_code, created_at) overriding system value
     select ${FIRST_USER} + i, 'bench-' || i, 'bench-' || i, 'B' || lpad(i::text, 9, '0'), now()
       from generate_series(0, $1::integer) i`,
    [Math.floor((count - 1) / EACH)],
  );
  for (let from = 1; from <= count; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, count);
    await client.query('begin');
    await client.query(
      `insert into futures_position (id, user_id, market_id, currency_id, demo, side, price_type, margin_mode, status,
         leverage, lot_size, lots, lots_ordered, market_price, entry_price, initial_margin, margin, open_fee_ratio,
         close_fee_ratio, created_at, opened_at, updated_at)
       overriding system value
       select n, row.user_id, ${MARKET}, ${USDT}, row.demo, row.side, 'market', row.margin_mode, 1, 10, 0.01, 10, 10,
              ${ENTRY}, ${ENTRY}, 600, 600, 0, 0.0005, $3, $3, $3
         from generate_series($1::integer, $2::integer) n ${ROW}`,
      [from, to, openedAt],
    );
    for (const demo of [false, true]) await freezeMargins(client, { from, to, demo });
    await client.query('commit');
  }
  await client.query(`select setval(pg_get_serial_sequence('futures_position', 'id'), $1)`, [count]);
  await client.query('vacuum analyze');
  await client.end();
}

/** Gives each position's user its margin and a quarter of it as free balance, and freezes the margin. */
async function freezeMargins(client: Client, { from, to, demo }: { from: number; to: number; demo: boolean }) {
  const source = demo ? 'sim_mint' : 'adjustment';
  const post = (reason: string, reference: string, legs: string) =>
    client.query(
      `select from (select array_agg(${reference} order by n, place) as refs, array_agg(owner order by n, place) as owners,
                array_agg(kind order by n, place) as kinds, array_agg(${USDT} order by n, place) as currencies,
                array_agg(amount order by n, place) as amounts, array_agg(hold order by n, place) as holds
           from generate_series($1::integer, $2::integer) n ${ROW}
          cross join lateral (values ${legs}) as leg (place, owner, kind, amount, hold)
          where row.demo = $3) legs,
         ledger_post_batch('${reason}', now(), $3, legs.refs, legs.owners, legs.kinds, legs.currencies, legs.amounts,
           legs.holds)
        where legs.refs is not null`,
      [from, to, demo],
    );
  await client.query('set local session_replication_role = replica');
  await client.query(
    demo
      ? `insert into demo_grant (id, user_id, kind, at) overriding system value
         select n, row.user_id, 'top-up', now() from generate_series($1::integer, $2::integer) n ${ROW} where row.demo`
      : `insert into wallet_adjustment (id, user_id, account, currency_id, amount, reason, status, proposed_by, proposed_at,
           decided_by, decided_at, booked_at) overriding system value
         select n, row.user_id, 'contract', ${USDT}, 600 + row.left_over, 'bench', 'booked', 1, now(), 2, now(), now()
           from generate_series($1::integer, $2::integer) n ${ROW} where not row.demo`,
    [from, to],
  );
  await client.query('set local session_replication_role = origin');
  await post(
    demo ? 'demo.grant' : 'wallet.adjustment',
    'n::text',
    `(1, row.user_id, 'contract', 600 + row.left_over, null), (2, null, '${source}', -600 - row.left_over, null)`,
  );
  await post(
    'futures.open',
    'n::text',
    `(1, row.user_id, 'contract', -600, null), (2, row.user_id, 'contract_frozen', 600, concat('position:', n))`,
  );
}

/** The rate of the last stamp, decided but not charged. */
export async function decideRate(url: string, stamp: Date): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into funding_rate (market_id, stamp, rate, premium, samples, mark, decided_at)
     values (${MARKET}, $1, 0.0007, 0.0012, 5760, 60100, null)`,
    [stamp],
  );
  await client.end();
}

/** How many charges there are. Statistics are made first, so that the books can be verified. */
export async function countCharges(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from funding_charge');
  await client.end();
  return rows[0]?.count ?? 0;
}
