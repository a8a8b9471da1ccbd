import { createHash, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, decideBy, type TestDatabase } from '../../../test/database.js';
import { aUser } from '../../../test/factories/users.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { LimitsStore } from '../users/limits.store.js';
import { PruneAccounts } from '../users/prune-accounts.js';
import { ForgetSessions } from './forget-sessions.js';
import { SessionsStore } from './sessions.store.js';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let forget: ForgetSessions;
let prune: PruneAccounts;
const clock = new FakeClock(Date.UTC(2026, 6, 1));

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  prune = new PruneAccounts(new LimitsStore(serving), clock);
  forget = new ForgetSessions(prune, new SessionsStore(serving));
  forget.onModuleInit();
});

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

beforeEach(() => source.query('delete from account_session'));

/** A session that could live until so many days ago. */
async function session(userId: string, daysAgo: number): Promise<string> {
  const expires = new Date(clock.now() - daysAgo * DAY_MS);
  const [row]: { id: string }[] = await source.query(
    `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
     values ($1, $2, 'password', 'test', '127.0.0.1', 'test', $3, $3, $4) returning id`,
    [userId, createHash('sha256').update(randomBytes(8)).digest(), new Date(expires.getTime() - 30 * DAY_MS), expires],
  );
  return row?.id ?? '';
}

const left = async (): Promise<string[]> =>
  (await source.query('select id from account_session order by id')).map(({ id }: { id: string }) => id);

it('forgets sessions that ended as many days ago as the rule says, in slices, and no other', async () => {
  const [one, other] = [await aUser(source), await aUser(source)];
  await source.query('delete from account_session');
  for (const days of [900, 401, 401]) await session(one.userId, days);
  await session(other.userId, 500);
  const retained = [
    await session(one.userId, 400),
    await session(other.userId, 399),
    await session(one.userId, 1),
    await session(one.userId, -29),
  ];
  while ((await forget.execute(new Date(clock.now()), 2)) === 2);
  expect(await left()).toEqual(retained);
  await source.query(`update retention_rule set days = 30 where name = 'account_session'`);
  await forget.execute(new Date(clock.now()), 100);
  expect(await left()).toEqual(retained.slice(2));
  await source.query(`update retention_rule set days = 400 where name = 'account_session'`);
});

it('forgets nothing by a clock that is ahead', async () => {
  const { userId } = await aUser(source);
  await source.query('delete from account_session');
  await decideBy('own', (text) => source.query(text));
  try {
    const retained = await session(userId, 0);
    await expect(forget.execute(new Date(Date.now() + 900 * DAY_MS), 100)).rejects.toMatchObject({
      driverError: { code: 'CK001' },
    });
    expect(await left()).toEqual([retained]);
  } finally {
    await decideBy('callers', (text) => source.query(text));
  }
});

it('is done with the other things that accounts forget', async () => {
  const { userId } = await aUser(source);
  await source.query('delete from account_session');
  await session(userId, 401);
  const retained = await session(userId, 300);
  await prune.execute();
  expect(await left()).toEqual([retained]);
});
