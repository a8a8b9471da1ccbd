import { Redis } from 'ioredis';
import { Queue } from 'bullmq';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { OptionWorld } from '../../../test/factories/option-world.js';
import { AskForSettlement } from './ask-for-settlement.js';
import { OptionsJobs } from './options.jobs.js';
import { SettlementsStore } from './settlements.store.js';
import { JobQueues } from '../../../platform/jobs/job-queues.js';

const REDIS_URL = process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '';

let world: OptionWorld;

beforeAll(async () => {
  world = await OptionWorld.open();
});

afterAll(async () => {
  const checked = await world
    .get(CheckBooks)
    .execute()
    .finally(() => world.app.close());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

beforeEach(async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
});

async function someOrders(count: number): Promise<string[]> {
  const users = await Promise.all(Array.from({ length: count }, () => world.user()));
  await Promise.all(users.map((user) => world.buy(user)));
  return users;
}

async function expectPaidOnce(users: string[]): Promise<void> {
  for (const user of users) {
    expect(await world.balances(user)).toEqual({ option: '1079', option_frozen: '0' });
    expect((await world.events(user)).filter(({ kind }) => kind === 'option.settled')).toHaveLength(1);
  }
}

describe('whatever becomes of the jobs', () => {
  it('a job that comes too early settles nothing, and one that comes often settles once', async () => {
    const users = await someOrders(3);
    const jobs = world.get(OptionsJobs);
    await jobs.settle();
    await world.seconds(30, () => '50010');
    await jobs.settle();
    expect(await world.balances(users[0] ?? '')).toEqual({ option: '899', option_frozen: '101' });
    await world.seconds(30, () => '50010');
    await Promise.all(Array.from({ length: 10 }, () => jobs.settle()));
    await jobs.settle();
    await expectPaidOnce(users);
  });

  it('ten minutes later the result is that of the second in which it was due', async () => {
    const users = await someOrders(3);
    await world.seconds(60, () => '50010');
    await world.seconds(5, () => '49000');
    world.clock.advance(600_000);
    await world.settle();
    await expectPaidOnce(users);
  });

  it('one job a second waits for all orders of it, and nobody waits for Redis', async () => {
    const prefix = world.get(JobQueues).prefixOf('options');
    const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
    const queue = new Queue('options', { connection, prefix });
    const closesAt = world.clock.now() + 3_600_000;
    for (let turn = 0; turn < 5; turn += 1) world.get(AskForSettlement).at(closesAt);
    let waiting: string[] = [];
    for (let attempt = 0; attempt < 100 && waiting.length === 0; attempt += 1) {
      const jobs = await queue.getDelayed();
      waiting = jobs.filter(({ data }) => (data as { closesAt: number }).closesAt === closesAt).map(({ name }) => name);
      await new Promise((done) => setTimeout(done, 20));
    }
    await queue.close();
    connection.disconnect();
    expect(waiting).toEqual(['options.settle']);
  });

  it('an emptied Redis loses no order', async () => {
    const users = await someOrders(3);
    const redis = new Redis(REDIS_URL);
    const keys = await redis.keys(`${world.get(JobQueues).prefixOf('options')}:*`);
    if (keys.length > 0) await redis.del(...keys);
    redis.disconnect();
    await world.seconds(60, () => '50010');
    await world.settle();
    await expectPaidOnce(users);
  });
});

describe('a worker that dies', () => {
  it('after it has decided and before it has paid: the next one pays by the same decision', async () => {
    const users = await someOrders(3);
    await world.seconds(60, () => '50010');
    const store = world.get(SettlementsStore);
    const settle = jest
      .spyOn(store, 'settle')
      .mockRejectedValue(Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' }));
    await expect(world.settle()).rejects.toThrow('Connection terminated');
    settle.mockRestore();
    const [decided] = await world.source.query('select price from option_settlement order by id desc limit 1');
    expect(Number(decided.price)).toBe(50010);
    await world.settle();
    await expectPaidOnce(users);
  });

  it('in the middle of a batch: nothing of it was done, and the next one does all', async () => {
    const users = await someOrders(4);
    await world.seconds(60, () => '50010');
    // Fails after money was moved, in the last statement of the batch.
    await world.source.query(`
      create function test_fail() returns trigger language plpgsql as $$ begin raise exception 'cut' using errcode = '57P01'; end $$;
      create trigger test_fail before insert on outbox for each row when (new.kind = 'option.settled')
        execute function test_fail()`);
    await expect(world.settle()).rejects.toThrow('cut');
    await world.source.query('drop function test_fail cascade');
    expect(await world.balances(users[0] ?? '')).toEqual({ option: '899', option_frozen: '101' });
    await world.settle();
    await expectPaidOnce(users);
  });

  it.each(['55P03', '57014', '40P01'])(
    'whoever holds an account for too long (%s) delays it to the next run only',
    async (code) => {
      const users = await someOrders(2);
      await world.seconds(60, () => '50010');
      const settle = jest
        .spyOn(world.get(SettlementsStore), 'settle')
        .mockRejectedValue(Object.assign(new Error('canceled'), { code }));
      expect(await world.settle()).toMatchObject({ settled: 0 });
      settle.mockRestore();
      await world.settle();
      await expectPaidOnce(users);
    },
  );

  it('two at the same orders: each is paid by one of them', async () => {
    const users = await someOrders(30);
    await world.seconds(60, () => '50010');
    const runs = await Promise.all(Array.from({ length: 6 }, () => world.settle()));
    expect(runs.reduce((sum, { settled }) => sum + settled, 0)).toBe(30);
    await expectPaidOnce(users);
  });
});

describe('a tape with losses', () => {
  it('of every size settles or voids, and the books balance', async () => {
    for (const share of [0, 0.1, 0.2, 0.3, 0.5, 1]) {
      world.clock.advance(1000);
      await world.price('50000');
      const users = await someOrders(2);
      for (let second = 1; second <= 60; second += 1) {
        world.clock.advance(1000);
        const isLost = second > 55 && second - 55 <= share * 5;
        await world.price('50010', { untaped: isLost });
      }
      world.clock.advance(1000);
      await world.price('50010');
      await world.settle();
      const expected = Math.floor(share * 5) <= 1 ? '1079' : '1000';
      for (const user of users) expect(await world.balances(user)).toEqual({ option: expected, option_frozen: '0' });
    }
  });
});
