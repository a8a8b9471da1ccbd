import { violationsOf } from '../../../test/factories/books.js';
import { heldBack, inTurn, outcomesOf } from '../../../test/factories/held-back.js';
import { OptionWorld, type Wish } from '../../../test/factories/option-world.js';

const USDT = 3;

let world: OptionWorld;

beforeAll(async () => {
  world = await OptionWorld.open();
}, 60_000);

afterAll(async () => {
  await most(1_000_000).finally(() => world.app.close());
});

beforeEach(async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 120_000);
  await world.price('50000');
  await world.settle();
  expect(await owed()).toBe('0');
});

const most = (winnings: number) =>
  world.source.query('update option_currency set payout_maximum = $1 where currency_id = $2', [winnings, USDT]);

async function owed(demo = true): Promise<string> {
  const rows: { owed: string }[] = await world.source.query(
    'select trim_scale(coalesce(sum(owed), 0))::text as owed from option_exposure where market_id = 1 and demo = $1',
    [demo],
  );
  return rows[0]?.owed ?? '';
}

const full = { code: 'options.market-full' };
/** 100 USDT on rise win 80; on even 300. */
const buy = async (wish: Wish = {}) => world.buy(await world.user('5000'), { key: null, ...wish });

it('is that of all users of one market, down to the last cent, and of one book and currency each', async () => {
  await most(240);
  await buy();
  await buy({ direction: 'fall' });
  await expect(buy({ direction: 'even' })).rejects.toMatchObject(full);
  await expect(buy({ stake: '100.0125' })).rejects.toMatchObject(full);
  await buy();
  expect(await owed()).toBe('240');
  await expect(buy({ stake: '10' })).rejects.toMatchObject(full);
  // Real money has its own room.
  const verified = await world.user('1000', { demo: false });
  await world.verify(verified);
  await world.buy(verified, { demo: false });
  expect(await owed(false)).toBe('80');
});

it.each([
  [160.01, 'done'],
  [160, 'done'],
  [159.99, full.code],
])('beside another, each of which may win 80, is by a maximum of %s: %s', async (maximum, outcome) => {
  await most(maximum);
  expect(await inTurn([() => buy(), () => buy()])).toEqual(['done', outcome]);
});

it('who is refused keeps the money, and may have the place of what has ended', async () => {
  await most(80);
  await buy();
  const late = await world.user('1000');
  await expect(world.buy(late, { key: 'late-one' })).rejects.toMatchObject(full);
  expect(await world.balances(late)).toEqual({ option: '1000' });
  expect(await world.events(late)).toEqual([]);
  await world.seconds(61, () => '50000');
  await world.settle();
  expect(await owed()).toBe('0');
  await world.buy(late, { key: 'late-one' });
  expect(await owed()).toBe('80');
});

it('what is void leaves it too', async () => {
  await buy();
  expect(await owed()).toBe('80');
  await world.seconds(61, () => null);
  await world.price('50000');
  await world.settle();
  expect(await owed()).toBe('0');
});

it('of two at the same time that each fit and together do not, one is refused', async () => {
  await most(150);
  const [one, other] = await Promise.all([world.user(), world.user()]);
  const results = await heldBack(world.source, [one], [() => world.buy(one), () => world.buy(other)]);
  expect(outcomesOf(results)).toEqual(['done', 'options.market-full']);
  expect(await owed()).toBe('80');
});

it('never passes the maximum, however many buy at once, each for itself alone in bounds', async () => {
  await most(8 * 80);
  const people = await Promise.all(Array.from({ length: 24 }, () => world.user()));
  const results = await Promise.allSettled(people.map((userId) => world.buy(userId)));
  expect(outcomesOf(results).filter((outcome) => outcome === 'done')).toHaveLength(8);
  expect(new Set(outcomesOf(results))).toEqual(new Set(['done', full.code]));
  expect(await owed()).toBe('640');
});

it('is not held by who waits for the tape: near the maximum another one waits beside', async () => {
  await most(200);
  const people = await Promise.all([world.user(), world.user()]);
  const tape = world.source.createQueryRunner();
  await tape.startTransaction();
  await tape.query('lock table price_sample in access exclusive mode');
  const bought = Promise.allSettled(people.map((userId) => world.buy(userId)));
  let waits = await waitedFor();
  while (waits.length < 2) {
    await new Promise((done) => setTimeout(done, 5));
    waits = await waitedFor();
  }
  await tape.commitTransaction();
  await tape.release();
  expect(waits).toEqual([
    { locktype: 'relation', what: 'price_sample' },
    { locktype: 'relation', what: 'price_sample' },
  ]);
  expect(outcomesOf(await bought)).toEqual(['done', 'done']);
  expect(await owed()).toBe('160');
});

/** What purchases wait for now. */
const waitedFor = (): Promise<{ locktype: string; what: string | null }[]> =>
  world.source.query(
    `select l.locktype, l.relation::regclass::text as what from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`,
  );

it('a count that is not that of the open options is found', async () => {
  await most(1_000_000);
  await buy();
  expect(await violationsOf(world.source.manager, 'O09')).toEqual([]);
  await world.source.query('update option_exposure set owed = owed + 1 where market_id = 1 and demo');
  expect(await violationsOf(world.source.manager, 'O09')).not.toEqual([]);
  await world.source.query('update option_exposure set owed = owed - 1 where market_id = 1 and demo');
});
