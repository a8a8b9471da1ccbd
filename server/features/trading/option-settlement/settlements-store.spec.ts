import type { OptionResult } from '../../../contract/rules/option-settlement.rules.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { OutboxHints } from '../../../platform/outbox/outbox-hints.js';
import { USDT } from '../../../test/factories/ledger.js';
import { OptionWorld } from '../../../test/factories/option-world.js';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { OptionProducts } from '../options/option-products.js';
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
  // What is made up here does not stand on the tape, which is what O04 asks, and its entries are kept by nobody (O07).
  expect(checked.filter(({ name, rows }) => !['O04', 'O07'].includes(name) && rows.length > 0)).toEqual([]);
});

interface Case {
  user: string;
  orderId: string;
  window: DueWindow;
  outcome: { direction: 'rise' | 'fall'; entry: string; evenBand: string; result: OptionResult };
}

/** An order that is due now and that nobody has settled. */
async function aDueOrder(): Promise<Case> {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
  const user = await world.user();
  await world.buy(user);
  await world.seconds(60, () => '50010');
  const [order] = await world.source.query(
    'select id, closes_at, entry_price, even_band from option_order where user_id = $1',
    [user],
  );
  const due = await store.due(world.clock.now(), 100);
  const window = due.find(({ closesAt }) => closesAt === order.closes_at.getTime());
  if (!window) throw new Error('The order is not due.');
  const outcome = { direction: 'rise', entry: order.entry_price, evenBand: order.even_band, result: 'win' } as const;
  return { user, orderId: order.id, window, outcome };
}

/** A settlement as the owner of the tables may make one up, whatever the tape says. */
async function decided({ marketId, closesAt, rule }: DueWindow, price: string | null = '50010'): Promise<string> {
  const rows: { id: string }[] = await world.source.query(
    `insert into option_settlement (market_id, closes_at, rule_version, window_seconds, price_decimals, constituents_min,
       origin, price, reason, samples, decided_at, recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '[]', $2, $2) returning id`,
    [
      marketId,
      new Date(closesAt),
      rule.version,
      rule.windowSeconds,
      rule.decimals,
      rule.constituentsMin,
      rule.origin,
      price,
      price === null ? 'samples-missing' : null,
    ],
  );
  return (rows[0] as { id: string }).id;
}

function settle(id: string, orderIds: string[], given: { at: number; outcome: Case['outcome']; demo?: boolean }) {
  const { at, outcome, demo = true } = given;
  return world.get(Transactions).run((tx) => store.settle(tx, { id, orderIds }, { demo, at, outcomes: [outcome] }));
}

const OPEN = { option: '899', option_frozen: '101' };
const WON = { option: '1079', option_frozen: '0' };

describe('a settlement pays only orders of its own', () => {
  it.each<[string, (window: DueWindow) => DueWindow]>([
    ['market', (window) => ({ ...window, marketId: window.marketId + 1 })],
    ['second', (window) => ({ ...window, closesAt: window.closesAt - 1000 })],
    [
      'length of the window',
      ({ rule, ...window }) => ({ ...window, rule: { ...rule, windowSeconds: rule.windowSeconds + 1 } }),
    ],
    ['decimals', ({ rule, ...window }) => ({ ...window, rule: { ...rule, decimals: rule.decimals + 1 } })],
    [
      'constituents',
      ({ rule, ...window }) => ({ ...window, rule: { ...rule, constituentsMin: rule.constituentsMin + 1 } }),
    ],
    ['origin of prices', ({ rule, ...window }) => ({ ...window, rule: { ...rule, origin: 'recorded' } })],
    ['rule', ({ rule, ...window }) => ({ ...window, rule: { ...rule, version: 2 as never } })],
  ])('not one of another %s', async (_name, other) => {
    const { user, orderId, window, outcome } = await aDueOrder();
    const foreign = await decided(other(window));
    expect(await settle(foreign, [orderId], { at: window.closesAt, outcome })).toEqual({ settled: 0, userIds: [] });
    expect(await world.balances(user)).toEqual(OPEN);
    const own = await decided(window);
    expect(await settle(own, [orderId], { at: window.closesAt, outcome })).toEqual({ settled: 1, userIds: [user] });
    expect(await world.balances(user)).toEqual(WON);
    expect(await settle(own, [orderId], { at: window.closesAt, outcome })).toEqual({ settled: 0, userIds: [] });
    expect(await world.balances(user)).toEqual(WON);
  });

  it('not one of the other book, nor one that is not named', async () => {
    const { user, orderId, window, outcome } = await aDueOrder();
    const id = await decided(window);
    for (const [orders, demo] of [
      [[orderId], false],
      [[], true],
      [[String(BigInt(orderId) + 1n)], true],
    ] as const) {
      const result = await settle(id, [...orders], { at: window.closesAt, outcome, demo });
      expect(result).toEqual({ settled: 0, userIds: [] });
    }
    expect(await world.balances(user)).toEqual(OPEN);
    await settle(id, [orderId], { at: window.closesAt, outcome });
  });

  it.each<[string, Partial<Case['outcome']>]>([
    ['direction', { direction: 'fall' }],
    ['entry', { entry: '50000.01' }],
    ['band', { evenBand: '0.5' }],
  ])('not one whose result was worked out for another %s', async (_name, other) => {
    const { user, orderId, window, outcome } = await aDueOrder();
    const id = await decided(window);
    expect(await settle(id, [orderId], { at: window.closesAt, outcome: { ...outcome, ...other } })).toMatchObject({
      settled: 0,
    });
    expect(await world.balances(user)).toEqual(OPEN);
    await settle(id, [orderId], { at: window.closesAt, outcome });
  });

  it.each(['loss', 'tie'] as const)(
    'not one that is said to be a %s, where the price makes it a win',
    async (result) => {
      const { user, orderId, window, outcome } = await aDueOrder();
      const id = await decided(window);
      const said = { at: window.closesAt, outcome: { ...outcome, result } };
      expect(await settle(id, [orderId], said)).toEqual({ settled: 0, userIds: [] });
      expect(await world.balances(user)).toEqual(OPEN);
      await settle(id, [orderId], { at: window.closesAt, outcome });
      expect(await world.balances(user)).toEqual(WON);
    },
  );

  it('voids where there is no price, and only there', async () => {
    const first = await aDueOrder();
    const priced = await decided(first.window);
    const at = first.window.closesAt;
    const voided = { ...first.outcome, result: 'void' as const };
    expect(await settle(priced, [first.orderId], { at, outcome: voided })).toMatchObject({ settled: 0 });
    await settle(priced, [first.orderId], { at, outcome: first.outcome });
    expect(await world.balances(first.user)).toEqual(WON);

    const second = await aDueOrder();
    const unpriced = await decided(second.window, null);
    const late = { at: second.window.closesAt, outcome: second.outcome };
    expect(await settle(unpriced, [second.orderId], late)).toMatchObject({ settled: 0 });
    expect(
      await settle(unpriced, [second.orderId], { ...late, outcome: { ...second.outcome, result: 'void' } }),
    ).toEqual({
      settled: 1,
      userIds: [second.user],
    });
    expect(await world.balances(second.user)).toEqual({ option: '1000', option_frozen: '0' });
  });

  it('not before its second', async () => {
    const { user, orderId, window, outcome } = await aDueOrder();
    const id = await decided(window);
    await expect(settle(id, [orderId], { at: window.closesAt - 1, outcome })).rejects.toThrow('is not due');
    expect(await world.balances(user)).toEqual(OPEN);
    await settle(id, [orderId], { at: window.closesAt, outcome });
  });

  it('passes over one that somebody has, without waiting', async () => {
    const { user, orderId, window, outcome } = await aDueOrder();
    const id = await decided(window);
    await world.source.transaction(async (tx) => {
      await tx.query('select from option_order where id = $1 for update', [orderId]);
      expect(await settle(id, [orderId], { at: window.closesAt, outcome })).toMatchObject({ settled: 0 });
    });
    expect(await world.balances(user)).toEqual(OPEN);
    expect(await settle(id, [orderId], { at: window.closesAt, outcome })).toMatchObject({ settled: 1 });
  });
});

it('an order that cannot be settled holds up no other, and is tried again after thirty seconds', async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
  const users = await Promise.all([1, 2, 3].map(() => world.user()));
  await Promise.all(users.map((user) => world.buy(user)));
  const parked = async () => (await world.get(Metrics).optionsParked.get()).values[0]?.value;
  const [broken = '', ...others] = users;
  await world.source.query(`
    create function test_fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger test_fail before update on option_order for each row when (old.user_id = ${broken})
      execute function test_fail()`);
  await world.seconds(60, () => '50010');
  expect(await world.settle()).toMatchObject({ settled: 2 });
  expect(await parked()).toBe(1);
  for (const user of others) expect(await world.balances(user)).toEqual(WON);
  await world.source.query('drop function test_fail cascade');
  world.clock.advance(29_999);
  expect(await world.settle()).toMatchObject({ settled: 0 });
  expect(await world.balances(broken)).toEqual(OPEN);
  world.clock.advance(1);
  expect(await world.settle()).toMatchObject({ settled: 1 });
  expect(await parked()).toBe(0);
  expect(await world.balances(broken)).toEqual(WON);
});

it('an open order that the books know as paid is not paid again, and is named', async () => {
  const { user, orderId, window, outcome } = await aDueOrder();
  const id = await decided(window);
  const at = window.closesAt;
  // All of it is undone: such books are in no order.
  const paidBefore = new Transactions(world.source).run(async (tx) => {
    await tx.query(
      `select ledger_post('options.settle', $1, $2, true, array[$3::bigint, $3, null, null],
         array['option_frozen', 'option', 'fee', 'house_pnl'], array_fill($4::integer, array[4]), array[-101, 180, 1, -80],
         array[concat('option-order:', $1::text), null, null, null])`,
      [orderId, new Date(at), user, USDT],
    );
    await store.settle(tx, { id, orderIds: [orderId] }, { demo: true, at, outcomes: [outcome] });
  });
  await expect(paidBefore).rejects.toThrow(`an open order has been paid already: ${orderId}`);
  expect(await world.balances(user)).toEqual(OPEN);
  expect(await settle(id, [orderId], { at, outcome })).toMatchObject({ settled: 1 });
});

it('keeps the seconds that entries were taken from, and none between them', async () => {
  await world.source.query(
    `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, move_ratio, minimum, maximum)
     values (90, 0.8, 3, 0.0001, 0.0001, 10, 5000)`,
  );
  await world.get(OptionProducts).reload();
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
  const user = await world.user();
  const first = world.clock.now();
  await world.buy(user, { seconds: 90 });
  await world.seconds(30, () => '50001');
  await world.buy(user, { seconds: 60, key: 'second-one' });
  await world.seconds(60, () => '50010');
  expect(await world.settle()).toMatchObject({ settled: 2 });
  const storedEntries: { at: Date }[] = await world.source.query(
    'select at from option_entry where at >= $1 order by at',
    [new Date(first)],
  );
  expect(storedEntries.map(({ at }) => at.getTime() - first)).toEqual([0, 30_000]);
  const [begun, later, between] = [
    await store.entry(1, first),
    await store.entry(1, first + 30_000),
    await store.entry(1, first + 1000),
  ];
  expect([begun?.s, later?.s, between]).toEqual([first, first + 30_000, null]);
});

it('of windows that are due the oldest come first, and no more than are asked for', async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
  const user = await world.user();
  const first = world.clock.now();
  await world.buy(user);
  await world.seconds(1, () => '50000');
  await world.buy(user, { key: 'second-one' });
  await world.seconds(60, () => '50010');
  const due = async (limit: number) =>
    (await store.due(world.clock.now(), limit)).map(({ closesAt }) => closesAt - first);
  expect(await due(2)).toEqual([60_000, 61_000]);
  expect(await due(1)).toEqual([60_000]);
  expect(await world.settle()).toMatchObject({ settled: 2 });
  expect(await due(2)).toEqual([]);
});

it('whose orders are settled is announced to the gateways at once, and how late it was is a figure in seconds', async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
  const user = await world.user();
  const heard: string[] = [];
  world.get(OutboxHints).onHint((users) => heard.push(...users));
  const untilHeard = async () => {
    while (!heard.includes(user)) await new Promise(setImmediate);
    heard.length = 0;
  };
  await world.buy(user);
  await untilHeard();
  await world.seconds(60, () => '50010');
  world.clock.advance(2500);
  const late = async () => {
    const { values } = await world.get(Metrics).optionDelaySeconds.get();
    const of = (name: string) => values.find(({ metricName }) => metricName?.endsWith(name))?.value ?? 0;
    return { seconds: of('_sum'), count: of('_count') };
  };
  const before = await late();
  expect(await world.settle()).toMatchObject({ settled: 1 });
  await untilHeard();
  const after = await late();
  expect([after.seconds - before.seconds, after.count - before.count]).toEqual([expect.closeTo(2.5, 6), 1]);
});

it('the end of an order is told by the symbol of its own market', async () => {
  const ETHER = 2;
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('3000', {}, ETHER);
  const user = await world.user();
  await world.buy(user, { marketId: ETHER });
  await world.seconds(60, () => '3001', ETHER);
  expect(await world.settle()).toMatchObject({ settled: 1 });
  const settledEvent = (await world.events(user)).find(({ kind }) => kind === 'option.settled');
  expect(settledEvent?.payload).toMatchObject({ marketId: ETHER, market: world.market(ETHER).symbol, result: 'win' });
});

it('the end of an order is told with its figures, and each account once, with its journal', async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
  const user = await world.user();
  await world.buy(user);
  await world.buy(user, { direction: 'fall', stake: '50', key: 'second-one' });
  const before = (await world.events(user)).length;
  await world.seconds(60, () => '50010');
  await world.settle();
  const [won, lost] = await world.source.query(
    `select o.id, o.closes_at, o.settled_at, j.id as journal from option_order o
       join ledger_journal j on j.reason = 'options.settle' and j.reference = o.id::text
      where o.user_id = $1 order by o.id`,
    [user],
  );
  const events = (await world.events(user)).slice(before);
  expect(events.map(({ kind }) => kind)).toEqual(['option.settled', 'option.settled', 'balance', 'balance']);
  const common = {
    demo: true,
    marketId: 1,
    closesAt: won.closes_at.getTime(),
    settledAt: won.settled_at.getTime(),
    price: '50010',
    reason: null,
    entityVersion: 2,
  };
  expect(events.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ ...common, orderId: won.id, result: 'win', stake: '100', profit: '80', paid: '180' }),
    expect.objectContaining({ ...common, orderId: lost.id, result: 'loss', stake: '50', profit: '-50', paid: '0' }),
    // 101 and 50.5 were frozen.
    expect.objectContaining({ account: 'option', delta: '180', after: '1028.5', journalId: lost.journal }),
    expect.objectContaining({ account: 'option_frozen', delta: '-151.5', after: '0', journalId: lost.journal }),
  ]);
  expect(await world.balances(user)).toEqual({ option: '1028.5', option_frozen: '0' });
});
