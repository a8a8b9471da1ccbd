import { Client } from 'pg';
import { migrate } from '../database/migrate.js';

export const USDT = 3;
export const FIRST_USER = 100_001;

/** Makes a database on the same server and answers its address. An old one of that name goes. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
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
  await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into account_user (username, username_key, extension_code, created_at)
     select 'bench-' || i, 'bench-' || i, 'B' || lpad(i::text, 9, '0'), now() from generate_series(1, $1::integer) i`,
    [users],
  );
  for (let first = FIRST_USER; first < FIRST_USER + users; first += 500) {
    await client.query(
      `select count(ledger_post('ledger.adjustment', 'bench-' || u, now(), false, array[u, u, null]::bigint[],
         array['spot', 'option', 'adjustment'], array[3, 3, 3], array[1000, 1000, -2000]::numeric[],
         array[null, null, null]::text[]))
         from generate_series($1::bigint, $2::bigint) u`,
      [first, Math.min(first + 499, FIRST_USER + users - 1)],
    );
  }
  // Without statistics, plans made while the tables were empty stay.
  await client.query('vacuum analyze');
  await client.end();
  return url;
}

/**
 * Fills a fresh book up to so many postings, as `ledger_post` would have written them: in each round every user moves
 * 1 USDT from spot to option, or back. Written in bulk, past the triggers, because posting them one by one takes long.
 */
export async function fillBook(url: string, users: number, postings: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const rounds = Math.ceil(postings / users / 2);
  await client.query('set session_replication_role = replica');
  await client.query('alter table ledger_posting disable trigger ledger_posting_balance');
  await client.query(
    `insert into ledger_journal (id, reason, reference, demo, at) overriding system value
     select (select max(id) from ledger_journal) + 1 + round * $1::bigint + number, 'ledger.adjustment',
            'fill-' || round || '-' || number, false, now()
       from generate_series(0, $2::integer - 1) round, generate_series(0, $1::integer - 1) number order by 1`,
    [users, rounds],
  );
  await client.query(
    `insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
     select a.id, round + 2, first.id + round * $1::bigint + (a.owner_id - $3::bigint), $4::integer, false, moved.amount,
            case when round % 2 = 0 then 1000 + moved.amount else 1000 end
       from (select min(id) as id from ledger_journal where reference = 'fill-0-0') first,
            generate_series(0, $2::integer - 1) round
       join ledger_account a on a.owner_id is not null
      cross join lateral (
        select case when (a.kind = 'spot') = (round % 2 = 0) then -1 else 1 end as amount) moved
      order by 3, 1`,
    [users, rounds, FIRST_USER, USDT],
  );
  await client.query(
    `update ledger_account a set balance = last.balance_after, sequence = last.sequence
       from (select distinct on (account_id) account_id, sequence, balance_after
               from ledger_posting order by account_id, sequence desc) last
      where last.account_id = a.id`,
  );
  await client.query('alter table ledger_posting enable trigger ledger_posting_balance');
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ last: string }>('select max(id) as last from ledger_journal');
  for (;;) {
    const sealed = await client.query<{ sealed: boolean }>('select ledger_seal_next($1, now()) as sealed', [
      rows[0]?.last,
    ]);
    if (!sealed.rows[0]?.sealed) break;
  }
  await client.end();
}

export async function countPostings(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from ledger_posting');
  await client.end();
  return rows[0]?.count ?? 0;
}
