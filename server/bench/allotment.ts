import { Client } from 'pg';
import { createDataSource } from '../database/data-source.js';
import { IeoWorkStore } from '../features/trading/ieo/ieo-work.store.js';
import { SealAllotment } from '../features/trading/ieo/seal-allotment.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { sealHour } from '../test/factories/tape.js';
import { createBook, dropDatabase, FIRST_USER } from './ledger.book.js';

/**
 * The allotment of a sale with 100,000 applications: the applications sealed, then the round computed by the rule, held
 * against the rows and sealed in one transaction; after it, in batches on two connections that may be killed anywhere, what is
 * not needed is given back and everybody is told.
 * `npm run bench -- allotment [--applications=100000]`
 */
const APPLICATIONS = Number(process.argv.find((word) => word.startsWith('--applications='))?.split('=')[1] ?? 100_000);
const [AT_ONCE, LANES, LONGEST_SECONDS] = [5000, 2, 5];
const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2026, 0, 5, 12);
const at = (hours: number): Date => new Date(FROM + hours * HOUR_MS);

/** A sale and its applications with their frozen money, in bulk and past the ledger, because applying takes long. */
async function fill(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  // A project is only what two people agreed on in its transaction; its guards hold in bulk, too.
  await client.query('begin');
  const agreed = await client.query<{ id: string }>(
    `with people as (insert into operator (login, password_hash, totp_secret, roles, created_at)
       select 'bench-' || n, 'none', 'none', array['treasurer'], now() from generate_series(1, 2) n returning id)
     insert into operator_proposal (kind, detail, reason, status, proposed_by, proposed_at, decided_by, decided_at)
     select 'ieo-project', '{"code": "bench"}', 'a bench', 'approved', min(id), now(), max(id), now() from people
     returning id`,
  );
  const { rows } = await client.query<{ id: number }>(
    `insert into ieo_project (code, name, issuer, coin_code, coin_name, coin_scale, pay_currency_id, coin_supply, supply, least, most, cap, price,
       texts, apply_from, apply_until, allot_at, pay_until, second_pay_until, list_at, lock_until, release_parts, release_days,
       seed_hash, proposal_id, created_at)
     select 'bench', 'Bench', 'Bench', 'BENCH', 'Bench', 6, 3, 100000000, 10000000, 1, 10000, 400, 2, '{}', t[1], t[2], t[3], t[4],
            t[5], t[6], t[7], 1, 1, sha256('a'), $2, t[1] from (select $1::timestamptz[] as t) dates returning id`,
    [[0, 1, 2, 3, 4, 5, 6].map(at), agreed.rows[0]?.id],
  );
  await client.query('commit');
  const id = rows[0]?.id as number;
  await client.query(`insert into ieo_seed values ($1, sha256('b'))`, [id]);
  // They are made in bulk and long after the sale closed, which the guard refuses to everybody.
  await client.query('alter table ieo_application disable trigger ieo_application_guard');
  await client.query(
    `insert into ieo_application (project_id, user_id, units, salt, account_hash, created_at, updated_at)
     select $1, $2::bigint + i, 1 + (i * 7919) % 1000, sha256(i::text::bytea), sha256(concat('h', i)::bytea), $4, $4
       from generate_series(0, $3::integer - 1) i`,
    [id, FIRST_USER, APPLICATIONS, at(0)],
  );
  await client.query('alter table ieo_application enable always trigger ieo_application_guard');
  await client.query(
    `insert into ledger_account (owner_id, kind, currency_id, scale, demo, shard, may_go_negative, balance, sequence)
     select user_id, kind, 3, 8, false, 0, false, case kind when 'spot' then 0 else units * 2 end, 0
       from ieo_application, (values ('spot'), ('spot_frozen')) as account (kind)`,
  );
  await client.query(
    `insert into ledger_hold (name, account_id, amount, opened_at)
     select concat('ieo-application:', a.id), l.id, a.units * 2, $1 from ieo_application a
       join ledger_account l on l.owner_key = a.user_id and l.kind = 'spot_frozen'`,
    [at(0)],
  );
  await client.query('vacuum analyze');
  await client.end();
  return id;
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<{ seconds: number; answer: Answer }> {
  const began = performance.now();
  const answer = await work();
  return { seconds: (performance.now() - began) / 1000, answer };
}

async function main(): Promise<void> {
  const serverUrl = process.env.DATABASE_URL as string;
  const url = await createBook(serverUrl, 'bench_allotment', 0);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into account_user (id, username, username_key, extension_code, created_at) overriding system value
     select $2::bigint + i, 'bench-' || i, 'bench-' || i, 'B' || lpad(i::text, 9, '0'), now()
       from generate_series(0, $1::integer - 1) i`,
    [APPLICATIONS, FIRST_USER],
  );
  await client.end();
  const id = await fill(url);
  const source = await createDataSource(url, LANES).initialize();
  const [sold]: { market: number }[] = await source.query('select draw_market_id as market from ieo_project');
  await sealHour(source, sold?.market as number, at(1).getTime());
  const store = new IeoWorkStore(source);
  const seal = new SealAllotment(store, new Transactions(source));
  const sale = { id, supply: '10000000', cap: '400', isCancelled: false, isListed: false };
  const closed = await timed(() => seal.close(sale, at(1)));
  const applied = (await store.rounds(id)).get(0)?.root ?? '';
  const allotted = await timed(() => seal.execute(sale, 1, applied, at(2)));
  if (!closed.answer || !allotted.answer) throw new Error('Nothing was sealed.');
  const lane = async (): Promise<number> => {
    for (let notified = 0; ; ) {
      const { applications } = await source.transaction((tx) => store.settle(tx, id, 1, { limit: AT_ONCE, at: at(2) }));
      if (applications === 0) return notified;
      notified += applications;
    }
  };
  const measured = await timed(() => Promise.all(Array.from({ length: LANES }, lane)));
  const count = measured.answer.reduce((sum, batch) => sum + batch, 0);
  if (count !== APPLICATIONS) throw new Error(`${count} of ${APPLICATIONS} were told.`);
  await source.destroy();
  process.stdout.write(
    `${APPLICATIONS.toLocaleString('en')} applications: allotted and sealed in ${allotted.seconds.toFixed(1)} s, goal ` +
      `${LONGEST_SECONDS} s; before it they were sealed in ${closed.seconds.toFixed(1)} s, after it all were told and ` +
      `given back what they do not need in ${measured.seconds.toFixed(1)} s\n`,
  );
  await dropDatabase(serverUrl, 'bench_allotment');
  if (allotted.seconds > LONGEST_SECONDS) process.exitCode = 1;
}

await main();
