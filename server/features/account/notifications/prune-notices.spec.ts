import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId } from '../../../test/factories/ledger.js';
import { PruneNotices } from './prune-notices.js';

let app: TestApp;
let source: DataSource;
let prune: PruneNotices;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  prune = app.application.get(PruneNotices);
}, 60_000);
afterAll(() => app?.close());

/** The newest is written last. */
async function seedNotices(userId: string, count: number, daysAgo: number): Promise<void> {
  await source.query(
    `insert into account_notice (user_id, kind, parameters, at)
     select $1, 'deposit-credited', jsonb_build_object('amount', place::text), now() - make_interval(days => $3)
       from generate_series(1, $2::integer) as place`,
    [userId, count, daysAgo],
  );
}

async function left(userId: string): Promise<{ count: number; first: string; last: string }> {
  const rows: { count: number; first: string; last: string }[] = await source.query(
    `select count(*)::integer as count, (array_agg(parameters->>'amount' order by id))[1] as first,
            (array_agg(parameters->>'amount' order by id desc))[1] as last from account_notice where user_id = $1`,
    [userId],
  );
  return rows[0] ?? { count: 0, first: '', last: '' };
}

it('keeps the newest thousand of a user, and what is younger than ninety days', async () => {
  const [many, old, few] = [await aUserId(source), await aUserId(source), await aUserId(source)];
  await seedNotices(many, 1003, 1);
  await seedNotices(old, 5, 91);
  await seedNotices(old, 2, 89);
  await seedNotices(few, 1000, 1);
  await prune.execute();
  expect(await left(many)).toEqual({ count: 1000, first: '4', last: '1003' });
  expect(await left(old)).toEqual({ count: 2, first: '1', last: '2' });
  expect((await left(few)).count).toBe(1000);
});

it('takes 43,000 notices of one user away in steps of two thousand rows, and does nothing the next time', async () => {
  const [user, beside] = [await aUserId(source), await aUserId(source)];
  await seedNotices(user, 43_000, 1);
  await seedNotices(beside, 3, 1);
  const { removed, statements } = await prune.execute();
  expect(removed).toBe(42_000);
  // Twenty-one steps, and at most one more that finds nothing.
  expect(statements).toBeLessThanOrEqual(22);
  expect(await left(user)).toEqual({ count: 1000, first: '42001', last: '43000' });
  expect((await left(beside)).count).toBe(3);
  expect(await prune.execute()).toEqual({ removed: 0, statements: 1 });
}, 120_000);

it('goes on to users beyond the first page', async () => {
  const users: string[] = [];
  for (let number = 0; number < 205; number += 1) users.push(await aUserId(source));
  for (const user of users) await seedNotices(user, 1, 91);
  await prune.execute();
  const rows: { count: number }[] = await source.query(
    'select count(*)::integer as count from account_notice where user_id = any($1::bigint[])',
    [users],
  );
  expect(rows[0]?.count).toBe(0);
});
