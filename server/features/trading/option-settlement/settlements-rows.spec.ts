import { OptionWorld } from '../../../test/factories/option-world.js';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { type DueWindow, SettlementsStore } from './settlements.store.js';

let world: OptionWorld;
let store: SettlementsStore;

beforeAll(async () => {
  world = await OptionWorld.open();
  store = world.get(SettlementsStore);
});

afterAll(async () => {
  const checked = await world
    .get(CheckBooks)
    .execute()
    .finally(() => world.app.close());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

const ETHER = 2;
const orderOf = async (user: string): Promise<{ id: string; journal: string | null }> => {
  const [order] = await world.source.query(
    `select o.id, j.id as journal from option_order o
       left join ledger_journal j on j.reason = 'options.settle' and j.reference = o.id::text
      where o.user_id = $1 order by o.id limit 1`,
    [user],
  );
  return order;
};

/** Three users in one window, of whom one plays with real money, and one in a window of another market, one second later. */
async function someWindows() {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  const opened = world.clock.now();
  await world.price('50000');
  const [one, other, real, elsewhere] = [
    await world.user(),
    await world.user(),
    await world.user('1000', { demo: false }),
    await world.user(),
  ];
  await world.verify(real);
  await world.buy(one);
  await world.buy(other, { direction: 'fall', stake: '50' });
  await world.buy(real, { demo: false });
  await world.seconds(1, () => '50000');
  await world.price('3000', {}, ETHER);
  await world.buy(elsewhere, { marketId: ETHER });
  for (let second = 0; second < 60; second += 1) {
    world.clock.advance(1000);
    await world.price('50010');
    await world.price('3001', {}, ETHER);
  }
  const due = await store.due(world.clock.now(), 100);
  const windowOf = (marketId: number) => due.find((window) => window.marketId === marketId) as DueWindow;
  return { opened, one, other, real, elsewhere, first: windowOf(1), second: windowOf(ETHER) };
}

it('what is read of a window is of its open orders alone, of one book, by user, and no more than is asked for', async () => {
  const { opened, one, other, real, elsewhere, first, second } = await someWindows();
  const [a, b, c, d] = await Promise.all([one, other, real, elsewhere].map(async (user) => (await orderOf(user)).id));
  const read = async (window: DueWindow, demo: boolean, limit = 100, except: string[] = []) =>
    (await store.orders(window, demo, { limit, except })).map(({ id }) => id);
  expect(await read(first, true)).toEqual([a, b]);
  expect(await store.orders(first, true, { limit: 100, except: [a ?? ''] })).toEqual([{ id: b, userId: other }]);
  expect(await read(first, true, 1)).toEqual([a]);
  expect(await read(first, true, 100, [a ?? '', b ?? ''])).toEqual([]);
  expect(await read(first, false)).toEqual([c]);
  expect(await read(second, true)).toEqual([d]);
  expect(await read(second, false)).toEqual([]);

  const { options, entries } = await store.options(first);
  expect(options.map(({ direction }) => direction).sort()).toEqual(['fall', 'rise']);
  expect(entries).toEqual([opened]);
  expect((await store.options(second)).entries).toEqual([opened + 1000]);

  expect(await store.find(first)).toBeNull();
  expect(await store.byOrder(a ?? '')).toBeNull();
  expect(await world.settle()).toEqual({ settled: 4, waiting: 0 });
  expect(await read(first, true)).toEqual([]);
  expect(await store.options(first)).toEqual({ options: [], entries: [] });
  const [found, decided] = [await store.find(first), await store.find(second)];
  expect([found?.price, decided?.price]).toEqual(['50010', '3001']);
  expect(found?.id).not.toBe(decided?.id);
  expect(await store.byOrder(b ?? '')).toEqual(found);
  expect(await store.byOrder(d ?? '')).toEqual(decided);
  // Of the other market nothing was entered in that second.
  expect((await store.entry(1, opened))?.s).toBe(opened);
  expect(await store.entry(ETHER, opened)).toBeNull();
});

it('everybody of a batch is told of the own orders and accounts, with the own journal', async () => {
  const { one, other, real } = await someWindows();
  const before = new Map<string, number>();
  for (const user of [one, other, real]) before.set(user, (await world.events(user)).length);
  await world.settle();
  for (const [user, result, accounts] of [
    [
      one,
      'win',
      [
        ['option', '180'],
        ['option_frozen', '-101'],
      ],
    ],
    [other, 'loss', [['option_frozen', '-50.5']]],
    [
      real,
      'win',
      [
        ['option', '180'],
        ['option_frozen', '-101'],
      ],
    ],
  ] as const) {
    const { id, journal } = await orderOf(user);
    const events = (await world.events(user))
      .slice(before.get(user))
      .filter(({ kind }) => /^(option|balance)/.test(kind));
    const [end, ...moved] = events.map(({ payload }) => payload);
    expect(end).toMatchObject({ orderId: id, result, demo: user !== real });
    expect(moved.map(({ account, delta }) => [account, delta])).toEqual(accounts);
    expect(new Set(moved.map(({ journalId }) => journalId))).toEqual(new Set([journal]));
  }
});
