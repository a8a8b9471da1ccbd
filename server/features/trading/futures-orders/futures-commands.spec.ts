import { anArticle } from '../../../test/factories/news.js';
import { outcomeOf, StoredFutures, WAITING } from '../../../test/factories/stored-futures.js';
import type { ReducedSide } from './futures.store.js';

/** The stored commands of futures by themselves, with any arguments. */
let futures: StoredFutures;
let user: string;
let other: string;

beforeAll(async () => {
  futures = await StoredFutures.open();
}, 60_000);
afterAll(() => futures?.close());
beforeEach(async () => {
  [user, other] = [await futures.user(), await futures.user()];
});

const MISSING = '999999999';
const CROSS = { margin_mode: 'cross' } as const;

/** Every command about one row. */
const COMMANDS = {
  cancel: (id: string, by = user, key?: string) =>
    futures.run((tx) => futures.store.cancel(tx, futures.claim(by, key), id)),
  close: (id: string, by = user, key?: string, price = '110', priced = 10, lots: number | null = null) =>
    futures.run((tx) =>
      futures.store.close(tx, futures.claim(by, key), {
        ids: [id],
        priced: [priced],
        lots,
        prices: [price],
        taking: [],
      }),
    ),
  addMargin: (id: string, by = user, key?: string, amount = '5', marks = {}) =>
    futures.run((tx) => futures.store.addMargin(tx, futures.claim(by, key), { positionId: id, amount, marks })),
  placeClosing: (id: string, by = user, key?: string, lots: number | null = 3) =>
    futures.run((tx) =>
      futures.store.placeClosing(tx, futures.claim(by, key), { positionId: id, lots, limitPrice: '110' }),
    ),
  reverse: (id: string, by = user, key?: string, priced = 10) =>
    futures.source.query(
      `select futures_reverse($1, 'a', $2, '\\x01', now(), null, $3, $4, 110, 0.1, 110, 110, 11, 0.055, 0.0005, 0.0005, 100, 10,
         to_timestamp(0), '{}', '[]')`,
      [by, key ?? futures.claim(by).key, id, priced],
    ),
} as const;
const setStops = async (id: string, by = user, key?: string, version?: number) => {
  const now = version ?? Number((await futures.row(id))?.version ?? 1);
  const stops = { takeProfit: '120', takeProfitSource: 'mark', stopLoss: '95', stopLossSource: 'last' } as const;
  await futures.run((tx) =>
    futures.store.setStops(tx, futures.claim(by, key), { positionId: id, version: now }, stops),
  );
};
const ALL = { ...COMMANDS, setStops };
type Name = keyof typeof ALL;
const NAMES = Object.keys(ALL) as Name[];
/** Whether a command works on a pending order or on an open position. */
const ofWaiting: Name[] = ['cancel', 'setStops'];

describe.each(NAMES)('%s', (name) => {
  const isWaiting = name === 'cancel';
  const aRow = () => futures.order(user, isWaiting ? WAITING : {});

  it('is of a row of its user', async () => {
    const id = await aRow();
    const before = await futures.row(id);
    expect(await outcomeOf(ALL[name](MISSING))).toBe('FU001');
    expect(await outcomeOf(ALL[name](id, other))).toBe('FU001');
    expect(await futures.row(id)).toEqual(before);
  });

  it('is of a row that has come so far and no further', async () => {
    const [waits, held, closed] = [
      await futures.order(user, WAITING),
      await futures.order(user),
      await futures.order(user),
    ];
    await COMMANDS.close(closed);
    const expected = (isHere: boolean) => (isHere ? 'done' : 'FU002');
    expect(await outcomeOf(ALL[name](closed))).toBe('FU002');
    expect(await outcomeOf(ALL[name](waits))).toBe(expected(ofWaiting.includes(name)));
    expect(await outcomeOf(ALL[name](held))).toBe(expected(name !== 'cancel'));
  });

  it('happens once for its key', async () => {
    const id = await aRow();
    await ALL[name](id, user, 'once-more');
    const [after, money, events] = [
      await futures.row(id),
      await futures.money(user),
      await futures.publishedEvents(user),
    ];
    await ALL[name](id, user, 'once-more');
    expect([await futures.row(id), await futures.money(user), await futures.publishedEvents(user)]).toEqual([
      after,
      money,
      events,
    ]);
  });
});

describe('an order', () => {
  const order = (...given: Parameters<StoredFutures['order']> extends [string, ...infer Rest] ? Rest : never) =>
    outcomeOf(futures.order(user, ...given));

  it('moves its margin and its fee, and what waits holds both', async () => {
    await futures.order(user);
    expect(await futures.money(user)).toEqual({ contract: '989.95', contract_frozen: '10' });
    expect(await futures.publishedEvents(user)).toEqual(['position', 'contract', 'contract_frozen']);
    const id = await futures.order(user, WAITING);
    expect(await futures.money(user)).toEqual({ contract: '979.9', contract_frozen: '20.05' });
    expect((await futures.publishedEvents(user)).slice(3)).toEqual(['order', 'contract', 'contract_frozen']);
    expect(await futures.row(id)).toMatchObject({
      reserved: '10.05',
      margin: '0',
      fee: '0',
      entryPrice: null,
      openedAt: null,
    });
    await COMMANDS.cancel(id);
    expect(await futures.money(user)).toEqual({ contract: '989.95', contract_frozen: '10' });
    await futures.order(user, { fee: '0' });
    expect(await futures.money(user)).toEqual({ contract: '979.95', contract_frozen: '20' });
  });

  it('is not taken of a book in cancel-only, and of the other it is', async () => {
    await futures.source.query(`update trading_mode set mode = 'cancel-only' where demo`);
    expect([await order({ demo: true }), await order()]).toEqual(['LG005 demo', 'done']);
    await futures.source.query(`update trading_mode set mode = 'open'`);
  });

  it('waits for a notice that has to be read first, as a reversal does', async () => {
    const held = await futures.order(user);
    const id = await anArticle(futures.source, { required: true });
    expect([await order(), await outcomeOf(COMMANDS.reverse(held))]).toEqual([`NW001 ${id}`, `NW001 ${id}`]);
    await futures.source.query('update news_article set live_id = null, withdrawn_at = now() where id = $1', [id]);
  });

  it('keeps to what its user’s country lets, and to the leverage there, as a reversal does', async () => {
    const held = await futures.order(user);
    const rule = (state: string, most: number | null) =>
      futures.source.query(`select country_rule_set('*', 'contracts', $1, $2, now())`, [state, most]);
    await rule('not-offered', null);
    expect([await order(), await outcomeOf(COMMANDS.reverse(held))]).toEqual(['CR001 contracts', 'CR001 contracts']);
    await rule('allowed', 9);
    expect([await order(), await order({ leverage: 5 }), await outcomeOf(COMMANDS.reverse(held))]).toEqual([
      'CR003 9',
      'done',
      'CR003 9',
    ]);
    await rule('allowed', null);
  });

  it('is not placed within a break that its user takes', async () => {
    await futures.source.query(
      `insert into own_limit_account (user_id, created_at, break_until) values ($1, now(), now() + interval '1 day')`,
      [user],
    );
    expect([(await order()).slice(0, 5), await order({ demo: true })]).toEqual(['OL001', 'done']);
  });

  it('has a leverage that is offered, and a new account a lower one', async () => {
    expect(await order({ leverage: 7 })).toBe('FU005');
    const [{ at }] = await futures.source.query(
      'select extract(epoch from created_at)::float8 * 1000 as at from account_user where id = $1',
      [user],
    );
    expect(await order({ leverage: 20 }, { newAccountSince: at - 1 })).toBe('FU005');
    expect(await order({ leverage: 10 }, { newAccountSince: at - 1 })).toBe('done');
    expect(await order({ leverage: 20 }, { newAccountSince: at })).toBe('done');
    await futures.source.query('update futures_product set enabled = false where market_id = 1');
    expect(await order()).toBe('FU006');
    await futures.source.query('update futures_product set enabled = true where market_id = 1');
  });

  it('is one of so many rows of its user and book', async () => {
    await futures.order(user, WAITING);
    await futures.order(user, { demo: true });
    await futures.order(other);
    await COMMANDS.close(await futures.order(user));
    expect([await order({}, { openRows: 2 }), await order({}, { openRows: 2 })]).toEqual(['done', 'FU004']);
  });

  it('is not too large for its leverage, nor for that of what is beside it', async () => {
    const bounds: { floor: string; highest: number }[] = await futures.source.query(
      'select floor::text, max_leverage as highest from maintenance_tier where market_id = 1 order by floor',
    );
    const [, second] = bounds as [unknown, { floor: string; highest: number }];
    const large = {
      leverage: 100,
      lots: 10,
      lot_size: '1',
      entry_price: String(Number(second.floor) / 10),
      market_price: '1000',
    };
    await futures.source.query('update futures_product set leverages = leverages || $1::integer where market_id = 1', [
      second.highest + 1,
    ]);
    const above = second.highest + 1;
    expect(await order({ ...large, leverage: above }, { newAccountLeverage: 200 })).toBe('done');
    // A little more, with what is held at the last price, is beyond the first step.
    const more = { lots: 1, leverage: 10, market_price: large.entry_price };
    expect(await order(more)).toBe(`FU011 ${second.highest}`);
    for (const values of [{ side: -1 }, { market_id: 2 }, { demo: true }] as const)
      expect(await order({ ...more, ...values })).toBe('done');
    expect(await outcomeOf(futures.order(other, more))).toBe('done');
  });

  it('leaves what cross positions have lost, and is not taken where that is not known', async () => {
    const poor = await futures.user('100');
    await futures.order(poor, CROSS);
    // 89.95 are left.
    const next = (marks: Record<number, string>, values = {}) =>
      outcomeOf(futures.order(poor, { fee: '0', ...values }, { marks }));
    expect(await next({})).toBe('FU010');
    expect(await next({ 2: '100' })).toBe('FU010');
    expect(await next({ 1: '20.04' })).toBe('LG001');
    expect(await next({}, { demo: true })).toBe('done');
    expect(await next({ 1: '20.05' })).toBe('done');
    expect(await next({ 1: '30' }, { initial_margin: '10.5' })).toBe('LG001');
    expect(await next({ 1: '30' }, { initial_margin: '9.95' })).toBe('done');
    expect(await next({ 1: '1000' }, { initial_margin: '70.01' })).toBe('LG001');
  });
});

describe('closing', () => {
  it('is of the lots that were priced, and of several only where none is gone', async () => {
    const [one, two] = [await futures.order(user), await futures.order(user)];
    const both = () =>
      outcomeOf(
        futures.run((tx) =>
          futures.store.close(tx, futures.claim(user), {
            ids: [one, two],
            priced: [10, 10],
            lots: null,
            prices: ['110', '110'],
            taking: [],
          }),
        ),
      );
    expect(await outcomeOf(COMMANDS.close(one, user, undefined, '110', 9))).toBe('40001');
    await COMMANDS.close(two, user, undefined, '110', 10, 4);
    expect(await both()).toBe('40001');
    await COMMANDS.close(two, user, undefined, '110', 6);
    expect(await both()).toBe('40001');
    expect(await futures.row(one)).toMatchObject({ status: 1, lots: 10 });
  });

  it('gives back the margin and the gain, less the fee, in parts and in whole', async () => {
    const id = await futures.order(user);
    await COMMANDS.close(id, user, undefined, '110', 10, 4);
    // 4 of the margin and 4 of gain, a fee of 0.022.
    expect(await futures.money(user)).toEqual({ contract: '997.928', contract_frozen: '6' });
    expect(await futures.row(id)).toMatchObject({
      status: 1,
      lots: 6,
      margin: '6',
      realisedProfit: '4',
      fee: '0.072',
      closePrice: '110',
      closedAs: null,
      closedAt: null,
    });
    await COMMANDS.close(id, user, undefined, '95', 6);
    // 6 of the margin and 3 of loss, a fee of 0.0285; four at 110 and six at 95 are 101 each.
    expect(await futures.money(user)).toEqual({ contract: '1000.8995', contract_frozen: '0' });
    expect(await futures.row(id)).toMatchObject({
      status: 3,
      lots: 0,
      margin: '0',
      realisedProfit: '1',
      fee: '0.1005',
      closePrice: '101',
      closedAs: 'closed',
      liquidatedAt: null,
    });
  });

  it('of a cross position takes from its own account, and nothing while others of it back the loss', async () => {
    const poor = await futures.user('100', '100');
    const id = await futures.order(poor, CROSS);
    const close = (price: string) => outcomeOf(COMMANDS.close(id, poor, undefined, price));
    const beside = await futures.order(poor, { ...CROSS, demo: true });
    const isolated = await futures.order(poor, { ...WAITING, initial_margin: '1', fee: '0' }, { marks: { 1: '100' } });
    // 10 and 88.95 back it: what waits apart does not, nor does demo money.
    const waits = await futures.order(
      poor,
      { ...CROSS, ...WAITING, initial_margin: '1', fee: '0', lots: 1 },
      { marks: { 1: '100' } },
    );
    expect(await close('1')).toBe('FU012');
    await COMMANDS.cancel(waits, poor);
    expect(await close('1')).toBe('done');
    expect(await futures.row(id)).toMatchObject({
      status: 3,
      shortfall: '0.05',
      realisedProfit: '-98.95',
      insurance: '0',
    });
    expect(await futures.money(poor)).toEqual({ contract: '0', contract_frozen: '1' });
    for (const left of [beside, isolated]) expect((await futures.row(left)).lots).toBe(10);
  });
});

describe('what waits to close', () => {
  it('is of lots that no other waits for, and not too much of it', async () => {
    const id = await futures.order(user);
    const place = (lots: number | null) => outcomeOf(COMMANDS.placeClosing(id, user, undefined, lots));
    expect(await place(11)).toBe('FU013 10');
    expect([await place(9), await place(2), await place(null), await place(null)]).toEqual([
      'done',
      'FU013 1',
      'done',
      'FU013 0',
    ]);
    expect((await futures.row(id)).closings).toMatchObject([{ lots: 9 }, { lots: 1 }]);
    expect((await futures.publishedEvents(user)).slice(-2)).toEqual(['position', 'position']);
  });

  it('is taken back by its user, of its own position, once', async () => {
    const [id, another] = [await futures.order(user), await futures.order(user)];
    await COMMANDS.placeClosing(id);
    await COMMANDS.placeClosing(id);
    const [first, second] = (await futures.row(id)).closings as { closingId: string }[];
    const back = (position: string, closing = first?.closingId ?? '', by = user, key?: string) =>
      outcomeOf(futures.run((tx) => futures.store.cancelClosing(tx, futures.claim(by, key), position, closing)));
    expect([
      await back(another),
      await back(id, MISSING),
      await back(id, undefined, other),
      await back(MISSING),
    ]).toEqual(['FU001', 'FU001', 'FU001', 'FU001']);
    expect([await back(id, undefined, user, 'back'), await back(id, undefined, user, 'back'), await back(id)]).toEqual([
      'done',
      'done',
      'FU002',
    ]);
    expect((await futures.row(id)).closings).toMatchObject([{ closingId: second?.closingId, lots: 3 }]);
  });
});

describe('what only reduces', () => {
  const SIDE: ReducedSide = { marketId: 1, demo: false, side: 1, marginMode: null, lots: 12 };
  const reduce = (side: Partial<ReducedSide> = {}, priced = 12, key?: string) =>
    outcomeOf(
      futures.run((tx) =>
        futures.store.reduce(tx, futures.claim(user, key), { ...SIDE, ...side }, { priced, price: '110', taking: [] }),
      ),
    );
  const place = (side: Partial<ReducedSide> = {}, key?: string) =>
    outcomeOf(
      futures.run((tx) => futures.store.placeReducing(tx, futures.claim(user, key), { ...SIDE, ...side }, '110')),
    );
  const lots = async (...ids: string[]) => (await Promise.all(ids.map((id) => futures.row(id)))).map((row) => row.lots);
  const waiting = async (...ids: string[]) =>
    (await Promise.all(ids.map((id) => futures.row(id)))).map((row) =>
      (row.closings as { lots: number }[]).map((each) => each.lots),
    );
  /** Rows of another side, market, book and person, and a pending order. */
  const beside = async () => [
    await futures.order(user, { side: -1 }),
    await futures.order(user, { market_id: 2 }),
    await futures.order(user, { demo: true }),
    await futures.order(other),
    await futures.order(user, WAITING),
  ];

  it('at the market is of what is held there, the row ordered first first', async () => {
    const rows = await beside();
    expect([await reduce({}, 0), await place()]).toEqual(['FU015', 'FU015']);
    const [first, second] = [await futures.order(user), await futures.order(user, CROSS)];
    expect([await reduce({}, 11), await reduce({ marginMode: 'cross' }, 12)]).toEqual(['40001', '40001']);
    expect([await reduce({}, 12, 'reduce'), await reduce({}, 12, 'reduce')]).toEqual(['done', 'done']);
    expect(await lots(first, second)).toEqual([0, 8]);
    expect(await reduce({ marginMode: 'isolated' }, 0)).toBe('FU015');
    expect(await reduce({ marginMode: 'cross', lots: 99 }, 8)).toBe('done');
    expect(await lots(...rows)).toEqual([10, 10, 10, 10, 10]);
  });

  it('at a limit waits for what is free there, the row ordered first first', async () => {
    const rows = await beside();
    const [first, second] = [await futures.order(user), await futures.order(user, CROSS)];
    expect([await place({}, 'place'), await place({}, 'place')]).toEqual(['done', 'done']);
    expect(await waiting(first, second)).toEqual([[10], [2]]);
    expect([await place({ lots: 3 }), await place({ marginMode: 'isolated' })]).toEqual(['done', 'FU016']);
    expect(await waiting(first, second)).toEqual([[10], [2, 3]]);
    for (let times = 0; times < 4; times += 1) expect(await place({ lots: 1 })).toBe('done');
    expect(await place({ lots: 99 })).toBe('done');
    expect(await waiting(first, second)).toEqual([[10], [2, 3, 1, 1, 1, 1, 1]]);
    expect(await waiting(...rows.slice(0, 4))).toEqual([[], [], [], []]);
    const third = await futures.order(user, { lots: 12 }, { marks: { 1: '100' } });
    for (let times = 0; times < 10; times += 1) expect(await place({ lots: 1 })).toBe('done');
    expect([await place({ lots: 1 }), (await waiting(third))[0]?.length]).toEqual(['FU014', 10]);
  });
});

it('margin is added to an isolated position, of what cross positions leave', async () => {
  const id = await futures.order(user);
  await COMMANDS.addMargin(id);
  expect(await futures.row(id)).toMatchObject({ margin: '15', addedMargin: '5', initialMargin: '10' });
  expect(await futures.money(user)).toEqual({ contract: '984.95', contract_frozen: '15' });
  expect((await futures.publishedEvents(user)).slice(3)).toEqual(['position', 'contract', 'contract_frozen']);
  const cross = await futures.order(user, CROSS);
  const add = (position: string, amount: string, marks: object) =>
    outcomeOf(COMMANDS.addMargin(position, user, undefined, amount, marks));
  expect(await add(cross, '5', { 1: '100' })).toBe('FU008');
  expect(await add(id, '5', {})).toBe('FU010');
  // 974.9 are left, of which a loss of 50 takes its part.
  expect([await add(id, '924.91', { 1: '50' }), await add(id, '924.9', { 1: '50' })]).toEqual(['LG001', 'done']);
});

it('a position is reversed whole, of the lots that were priced', async () => {
  const id = await futures.order(user);
  expect(await outcomeOf(COMMANDS.reverse(id, user, undefined, 9))).toBe('40001');
  await COMMANDS.reverse(id);
  expect(await futures.row(id)).toMatchObject({ status: 3, closePrice: '110', closedAs: 'closed' });
  const next = await futures.one<string>('select max(id)::text as value from futures_position where user_id = $1', [
    user,
  ]);
  expect(await futures.row(next)).toMatchObject({
    status: 1,
    side: 'short',
    lots: 10,
    entryPrice: '110',
    margin: '11',
    leverage: 10,
    marginMode: 'isolated',
  });
});

it('stops are checked against a version of the row', async () => {
  const id = await futures.order(user);
  const version = Number((await futures.row(id)).version);
  expect([
    await outcomeOf(setStops(id, user, undefined, version - 1)),
    await outcomeOf(setStops(id, user, undefined, version)),
  ]).toEqual(['FU007', 'done']);
  expect(await futures.row(id)).toMatchObject({
    takeProfit: '120',
    takeProfitSource: 'mark',
    stopLoss: '95',
    stopLossSource: 'last',
  });
  const waits = await futures.order(user, WAITING);
  await setStops(waits);
  expect((await futures.publishedEvents(user)).at(-1)).toBe('order');
});
