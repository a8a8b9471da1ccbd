import { Client } from 'pg';
import { migrate } from '../database/migrate.js';

/** The same database as a user with the rights of the product, under the same password: production serves as nobody else. */
export function servingAddress(url: string): string {
  const address = new URL(url);
  address.username = 'gateway_bench';
  return address.toString();
}

/** The same database as the owner of what the product has: of a bench's server whoever DATABASE_OWNER_URL names, as in production. */
function ownerAddress(url: string): string {
  const address = new URL(url);
  const owner = new URL(process.env.DATABASE_OWNER_URL ?? url);
  ({ username: address.username, password: address.password } = owner);
  return address.toString();
}

/** Brings a database of a bench up to date, as its owner, and makes that user. */
export function migrateBench(url: string): Promise<void> {
  return migrate(ownerAddress(url), { url: servingAddress(url) });
}

export const USDT = 3;
export const FIRST_USER = 100_001;

/** Makes a database on the same server and answers its address. An old one of that name goes. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name} owner "${decodeURIComponent(new URL(ownerAddress(serverUrl)).username)}"`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}

/** A migrated database with so many users who have 1000 USDT on their spot and on their option account. */
export async function createBook(serverUrl: string, name: string, users: number): Promise<string> {
  const url = await createDatabase(serverUrl, name);
  await migrateBench(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into account_user (username, username_key, extension_code, created_at)
     select 'bench-' || i, 'bench-' || i, 'B' || lpad(i::text, 9, '0'), now() from generate_series(1, $1::integer) i`,
    [users],
  );
  for (let first = FIRST_USER; first < FIRST_USER + users; first += 500) {
    for (const kind of ['spot', 'option']) {
      await adjust(client, { kind, amount: '1000', first, last: Math.min(first + 499, FIRST_USER + users - 1) });
    }
  }
  // Without statistics, plans made while the tables were empty stay.
  await client.query('vacuum analyze');
  await client.end();
  return url;
}

/** So much USDT for each, as two operators booked it before today. Written past the guards, which want the two of them. */
export async function adjust(
  client: Client,
  { kind, amount, first, last }: { kind: string; amount: string; first: number; last: number },
): Promise<void> {
  await client.query('begin; set local session_replication_role = replica');
  const { rows } = await client.query<{ id: string; owner: string }>(
    `insert into wallet_adjustment (user_id, account, currency_id, amount, reason, status, proposed_by, proposed_at,
       decided_by, decided_at, booked_at)
     select u, $1, $2, $5, 'bench', 'booked', 1, now() - interval '2 days', 2, now() - interval '2 days',
            now() - interval '2 days' from generate_series($3::bigint, $4::bigint) u
     returning id, user_id as owner`,
    [kind, USDT, first, last, amount],
  );
  await client.query('set local session_replication_role = origin');
  await client.query(
    `select count(ledger_post(p_reason => 'wallet.adjustment', p_reference => id::text, p_at => now(), p_demo => false,
       p_owners => array[owner, null]::bigint[], p_kinds => array[$3, 'adjustment'],
       p_currencies => array[$4, $4]::integer[], p_amounts => array[$5::numeric, -$5::numeric],
       p_holds => array[null, null]::text[]))
       from unnest($1::bigint[], $2::bigint[]) as booked (id, owner)`,
    [rows.map(({ id }) => id), rows.map(({ owner }) => owner), kind, USDT, amount],
  );
  await client.query('commit');
}

/** Rounds that are written by one statement, in transfers. */
const CHUNK = 500_000;
/** Rounds of which users were told, two events each: those of days that are kept. */
const ROUNDS_TOLD = 16;

/**
 * Fills a fresh book up to so many postings, as transfers would have written them: in each round every user moves 1 USDT
 * from spot to option, or back. Written in bulk, past the triggers, because posting them one by one takes long.
 */
export async function fillBook(url: string, users: number, postings: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const rounds = Math.ceil(postings / users / 2);
  const [start] = (await client.query<{ id: string }>('select max(id) as id from ledger_journal')).rows;
  await client.query('set session_replication_role = replica');
  await client.query('alter table ledger_posting disable trigger ledger_posting_balance');
  const atOnce = Math.max(1, Math.floor(CHUNK / users));
  for (let first = 0; first < rounds; first += atOnce) {
    await fillRounds(client, { users, first, last: Math.min(first + atOnce, rounds) - 1, after: start?.id ?? '0' });
  }
  await client.query(
    `update ledger_account a set balance = last.balance_after, sequence = last.sequence
       from ledger_account b cross join lateral (
         select sequence, balance_after from ledger_posting p where p.account_id = b.id order by p.sequence desc limit 1) last
      where b.id = a.id`,
  );
  await client.query(
    `select setval(pg_get_serial_sequence('ledger_journal', 'id'), (select max(id) from ledger_journal)),
            setval(pg_get_serial_sequence('wallet_transfer', 'id'), (select max(id) from wallet_transfer))`,
  );
  await client.query('alter table ledger_posting enable trigger ledger_posting_balance');
  await tellUsers(client, start?.id ?? '0');
  await client.query('vacuum analyze');
  await client.query('set session_replication_role = origin');
  await sealBook(client);
  await client.end();
}

/** Transfers of some rounds, with their journals and postings. */
async function fillRounds(
  client: Client,
  { users, first, last, after }: { users: number; first: number; last: number; after: string },
): Promise<void> {
  const range = [users, first, last];
  await client.query(
    `insert into wallet_transfer (id, user_id, currency_id, from_account, to_account, amount, at) overriding system value
     select 1 + round * $1::bigint + number, $4::bigint + number, $5,
            case when round % 2 = 0 then 'spot' else 'option' end, case when round % 2 = 0 then 'option' else 'spot' end,
            1, now() - interval '1 day'
       from generate_series($2::integer, $3::integer) round, generate_series(0, $1::integer - 1) number order by 1`,
    [...range, FIRST_USER, USDT],
  );
  await client.query(
    `insert into ledger_journal (id, reason, reference, demo, at) overriding system value
     select $4::bigint + 1 + round * $1::bigint + number, 'wallet.transfer', 1 + round * $1::bigint + number, false,
            now() - interval '1 day'
       from generate_series($2::integer, $3::integer) round, generate_series(0, $1::integer - 1) number order by 1`,
    [...range, after],
  );
  await client.query(
    `insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
     select a.id, round + 2, $4::bigint + 1 + round * $1::bigint + (a.owner_id - $5::bigint), $6::integer, false, moved.amount,
            case when round % 2 = 0 then 1000 + moved.amount else 1000 end
       from generate_series($2::integer, $3::integer) round
       join ledger_account a on a.owner_id is not null
      cross join lateral (
        select case when (a.kind = 'spot') = (round % 2 = 0) then -1 else 1 end as amount) moved
      order by 3, 1`,
    [...range, after, FIRST_USER, USDT],
  );
}

/** The streams of the users, with the `balance` events of the last rounds, as the transfers would have told them. */
async function tellUsers(client: Client, after: string): Promise<void> {
  await client.query(`select outbox_day_make((now() - interval '1 day')::date)`);
  await client.query(
    `insert into outbox (user_id, sequence, kind, payload, at, day, follows_day)
     select a.owner_id, row_number() over own, 'balance',
            balance_event(false, a.kind, a.currency_id, p.amount, p.balance_after, p.sequence, 'wallet.transfer', p.journal_id),
            j.at, (j.at at time zone 'UTC')::date,
            case when row_number() over own = 1 then '-infinity' else (j.at at time zone 'UTC')::date end
       from ledger_account a
       join ledger_posting p on p.account_id = a.id and p.sequence > a.sequence - $2::integer
       join ledger_journal j on j.id = p.journal_id
      where a.owner_id is not null and j.id > $1
     window own as (partition by a.owner_id order by p.journal_id, p.amount, a.kind)`,
    [after, ROUNDS_TOLD],
  );
  await client.query(
    `insert into outbox_stream (user_id, sequence, day) select user_id, max(sequence), max(day) from outbox group by 1`,
  );
}

/** Seals all journals that there are. */
export async function sealBook(client: Client): Promise<void> {
  const { rows } = await client.query<{ last: string }>('select max(id) as last from ledger_journal');
  for (;;) {
    const sealed = await client.query<{ sealed: boolean }>('select ledger_seal_next($1, now()) as sealed', [
      rows[0]?.last,
    ]);
    if (!sealed.rows[0]?.sealed) break;
  }
}

/** So many transfers as users make them, one after the other, and what their users are told of them. */
export async function moveMoney(client: Client, users: number, transfers: number): Promise<void> {
  await client.query('begin');
  const { rows } = await client.query<{ id: string }>('select coalesce(max(id), 0) as id from ledger_journal');
  await client.query(
    `with moved as (
       insert into wallet_transfer (user_id, currency_id, from_account, to_account, amount, at)
       select $1::bigint + (i * 7919) % $2::integer, $3, 'spot', 'option', 0.01, now() from generate_series(1, $4::integer) i
       returning id, user_id)
     select count(ledger_post('wallet.transfer', id::text, now(), false, array[user_id, user_id], array['spot', 'option'],
       array[$3, $3]::integer[], array[-0.01, 0.01], array[null, null]::text[])) from moved`,
    [FIRST_USER, users, USDT, transfers],
  );
  await client.query(
    `select outbox_append_many(array_agg(a.owner_id order by p.journal_id, p.amount), array_agg('balance'::text),
              array_agg(balance_event(false, a.kind, a.currency_id, p.amount, p.balance_after, p.sequence, 'wallet.transfer',
                p.journal_id) order by p.journal_id, p.amount), now())
       from ledger_posting p join ledger_account a on a.id = p.account_id
      where p.journal_id > $1 and a.owner_id is not null`,
    [rows[0]?.id],
  );
  await client.query('commit');
}

export async function countPostings(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from ledger_posting');
  await client.end();
  return rows[0]?.count ?? 0;
}
