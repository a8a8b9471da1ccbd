import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { ClosingOrders } from '../futures-orders/index.js';
import { ClosingOrdersStore } from './closing-orders.store.js';
import { FillClosings } from './fill-closings.js';
import { ListClosingAmendments } from './list-closing-amendments.js';
import { ListEndedClosings } from './list-ended-closings.js';

let world: FuturesWorld;
let worker: Worker;
let keys = 0;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
// Closing it checks the books.
afterAll(() => world.close());
beforeEach(async () => {
  // What waits of another test would be filled with this one's.
  await world.source.query(CANCEL_ALL);
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});
afterEach(() => world.source.query(`update trading_mode set mode = 'open'`));

const CANCEL_ALL = `update futures_closing_order set status = 'cancelled', reason = 'user', lots_waiting = 0,
  updated_at = now(), ended_at = now() where status = 'waiting'`;

interface Placed {
  lots?: number | null;
  price?: string;
  key?: string | null;
}
interface Row {
  status: string;
  reason: string | null;
  filled: number;
  waiting: number;
}

const aKey = () => `closing-${(keys += 1)}`;
const place = (user: string, positionId: string, { lots = null, price = '61000', key = aKey() }: Placed = {}) =>
  world.get(ClosingOrders).place({ userId: user, positionId, lots, price, key });
const cancel = (user: string, positionId: string, closingId: string, key = aKey()) =>
  world.get(ClosingOrders).cancel({ userId: user, positionId, closingId, key });
const fill = () => world.get(FillClosings).execute([BTC_MARKET]);
const outcomeOf = (command: Promise<unknown>): Promise<string> =>
  Promise.allSettled([command]).then((results) => outcomesOf(results)[0] ?? '');

/** All closing orders of the position, oldest first. */
const ordersOf = (positionId: string): Promise<Row[]> =>
  world.source.query(
    `select status, reason, lots_filled as filled, lots_waiting as waiting from futures_closing_order
      where position_id = $1 order by id`,
    [positionId],
  );

/** A long of ten lots, of 0.01 BTC each, opened at 60,005. */
async function holder(values: Parameters<FuturesWorld['open']>[1] = {}) {
  const user = await world.user('5000', { demo: values.demo ?? false });
  const { positionId } = await world.open(user, { lots: 10, ...values });
  return { user, positionId };
}

const closingsOf = ({ closings = [] }: FuturesPositionView) =>
  closings.map(({ lots, limitPrice }) => [lots, limitPrice]);
const WAITS = { status: 'waiting', reason: null, filled: 0 };
const GONE = { status: 'cancelled', filled: 0, waiting: 0 };

describe('an order that waits to close lots', () => {
  it.each<[string, 'long' | 'short', string, string, string]>([
    ['a long above', 'long', '61000', '61004', '61005'],
    ['a short below', 'short', '59000', '58996', '58995'],
  ])(
    'closes %s the market when the book with the spread is there, not before',
    async (_name, side, price, before, at) => {
      const { user, positionId } = await holder({ side });
      await place(user, positionId, { price });
      expect(closingsOf(await world.row(user, positionId))).toEqual([[10, price]]);
      world.price(before);
      expect(await fill()).toBe(0);
      world.price(at);
      expect(await fill()).toBe(1);
      expect(await world.row(user, positionId)).toMatchObject({ status: 3, closedAs: 'closed', closePrice: price });
      expect(await ordersOf(positionId)).toEqual([{ status: 'filled', reason: null, filled: 10, waiting: 0 }]);
      expect(await fill()).toBe(0);
    },
  );

  it('closes its lots and no others, each order at its own limit, and events say what waits', async () => {
    const { user, positionId } = await holder();
    await place(user, positionId, { lots: 4, price: '61000' });
    await place(user, positionId, { lots: 6, price: '62000' });
    world.price('61005');
    expect(await fill()).toBe(1);
    const row = await world.row(user, positionId);
    expect([row.status, row.lots, row.closePrice, closingsOf(row)]).toEqual([1, 6, '61000', [[6, '62000']]]);
    const payloads = (await world.events(user)).filter(({ kind }) => kind === 'position').map(({ payload }) => payload);
    const waiting = payloads.map(({ closings }) => (closings as { lots: number }[]).map(({ lots }) => lots));
    expect(waiting).toEqual([[], [4], [4, 6], [6]]);
    expect(payloads.at(-1)?.fill).toMatchObject({
      lots: 4,
      price: '61000',
      closing: { closingId: expect.any(String), lots: 4, limitPrice: '61000' },
    });
  });

  it('is filled in part by what the book holds at the limit, in whole lots, at the mean of the levels', async () => {
    const { user, positionId } = await holder();
    await place(user, positionId, { price: '61000' });
    // 0.03 BTC and 0.015 beyond it reach the limit: four lots. The rest of the book is below it.
    world.price('61005', {
      bids: [
        ['61025', '0.03'],
        ['61005', '0.015'],
        ['61004', '100'],
      ],
      asks: [['61026', '100']],
    });
    expect(await fill()).toBe(1);
    const row = await world.row(user, positionId);
    expect([row.lots, row.closePrice, closingsOf(row)]).toEqual([6, '61015', [[6, '61000']]]);
    // Only the last fill publishes the end of the order.
    const last = (await world.events(user)).filter(({ kind }) => kind === 'position').at(-1)?.payload;
    expect(last?.fill).not.toHaveProperty('closing');
    // The taken depth is gone.
    expect(await fill()).toBe(0);
    expect(await ordersOf(positionId)).toEqual([{ ...WAITS, filled: 4, waiting: 6 }]);
  });

  it('of one side keeps nobody of the other from being looked at, however many there are', async () => {
    for (const [side, price] of [
      ['long', '61000'],
      ['short', '59000'],
    ] as const) {
      const { user, positionId } = await holder({ side });
      for (let times = 0; times < 2; times += 1) await place(user, positionId, { lots: 1, price });
    }
    const best = { marketId: BTC_MARKET, demo: false, bid: '61005', ask: '58995' };
    const places = { long: null, short: null };
    const reached = await world.get(ClosingOrdersStore).reached([{ ...best, places }], [], 1);
    expect(reached.map(({ side }) => side)).toEqual(['short', 'long']);
  });

  it.each(['long', 'short'] as const)(
    'is looked at behind the place of its side as well as among the best: %s',
    async (side) => {
      const limits = side === 'long' ? ['60000', '60000', '60500', '61000'] : ['60000', '60000', '59500', '59000'];
      const { user, positionId } = await holder({ side });
      for (const price of limits) await place(user, positionId, { lots: 1, price });
      const best = { marketId: BTC_MARKET, demo: false, bid: '61005', ask: '58995' };
      const ids: { id: string }[] = await world.source.query(
        `select id::text as id from futures_closing_order where position_id = $1 order by id`,
        [positionId],
      );
      const looked = async (behind: number | null) => {
        const at = { limitPrice: limits[behind ?? 0] as string, id: ids[behind ?? 0]?.id as string };
        const places = { long: null, short: null, [side]: behind === null ? null : at };
        const rows = await world.get(ClosingOrdersStore).reached([{ ...best, places }], [], 1);
        return rows.map(({ id, isBehind }) => [ids.findIndex((each) => each.id === id), isBehind]);
      };
      expect(await looked(null)).toEqual([[0, true]]);
      expect(await looked(0)).toEqual([
        [0, false],
        [1, true],
      ]);
      expect(await looked(2)).toEqual([
        [0, false],
        [3, true],
      ]);
      expect(await looked(3)).toEqual([[0, false]]);
    },
  );

  describe('of a cross account whose loss its other rows back', () => {
    afterEach(() => world.source.query(CANCEL_ALL));

    it('holds up nobody, however many there are and at whatever limits, until those rows are closed', async () => {
      // What others have open here is liquidated at the fund's cost, and takes no gain from anybody.
      await world.insure('1000000');
      // Hedged: at 50,000 the long has lost more than its margin and what is free, which the short has won.
      const hedged = await world.user('1250');
      const cross = { marginMode: 'cross', leverage: 10, lots: 10 } as const;
      const long = await world.open(hedged, cross);
      const short = await world.open(hedged, { ...cross, side: 'short' });
      await place(hedged, long.positionId, { price: '40000' });
      // As many as one look takes, before all others by their limits.
      await world.source.query(
        `insert into futures_closing_order (position_id, market_id, demo, side, limit_price, lots, lots_waiting, created_at, updated_at)
         select $1, $2, false, 1, 30000, 10, 10, $3, $3 from generate_series(1, 200)`,
        [long.positionId, BTC_MARKET, new Date(world.clock.now())],
      );
      await worker.price('50000', {}, 3);
      const { user, positionId } = await holder();
      await place(user, positionId, { price: '49900' });
      expect([await fill(), await fill()]).toEqual([0, 1]);
      expect(await world.row(user, positionId)).toMatchObject({ status: 3, closedAs: 'closed' });
      expect((await world.row(hedged, long.positionId)).lots).toBe(10);
      // With what the short has won the loss is paid for.
      await world.close1(hedged, short.positionId);
      expect(await fill()).toBe(0);
      world.pass(30_000);
      expect(await fill()).toBe(1);
    });
  });

  it('waits for a sound book where a market order would go by the mark', async () => {
    const { user, positionId } = await holder();
    await place(user, positionId);
    world.price('61500', { bids: [], asks: [] });
    expect(await fill()).toBe(0);
    world.price('61500');
    await world.halt('maintenance');
    expect(await fill()).toBe(0);
    await world.halt(null);
    expect(await fill()).toBe(1);
  });

  it('may be placed and is filled in cancel-only', async () => {
    const { user, positionId } = await holder();
    await world.source.query(`update trading_mode set mode = 'cancel-only'`);
    await place(user, positionId);
    world.price('61005');
    expect(await fill()).toBe(1);
    expect(await world.row(user, positionId)).toMatchObject({ status: 3 });
  });
});

describe('when it is placed', () => {
  it('the same key is one order, placed and taken back', async () => {
    const { user, positionId } = await holder();
    for (let times = 0; times < 2; times += 1) await place(user, positionId, { lots: 3, key: 'closing-once' });
    const { closings = [] } = await world.row(user, positionId);
    expect(closings.map(({ lots }) => lots)).toEqual([3]);
    for (let times = 0; times < 2; times += 1)
      await cancel(user, positionId, closings[0]?.closingId ?? '', 'closing-back');
    expect(await ordersOf(positionId)).toEqual([{ ...GONE, reason: 'user' }]);
    expect(await outcomeOf(cancel(user, positionId, closings[0]?.closingId ?? ''))).toBe('futures.not-pending');
  });

  it.each<[string, Placed, string]>([
    ['more lots than there are', { lots: 11 }, 'futures.closing-lots'],
    ['a price that is a typing error', { price: '610000' }, 'futures.limit-price'],
    ['more decimals than prices have', { price: '61000.123456789' }, 'ledger.too-many-decimals'],
  ])('%s is refused', async (_name, placed, code) => {
    const { user, positionId } = await holder();
    expect(await outcomeOf(place(user, positionId, placed))).toBe(code);
    expect(await ordersOf(positionId)).toEqual([]);
  });

  it('there is nothing to reduce of another user, of an order that waits, or of what is closed', async () => {
    const { user, positionId } = await holder();
    const { positionId: pending } = await world.open(user, { isLimit: true, limitPrice: '50000', lots: 1 });
    expect(await outcomeOf(place(await world.user(), positionId))).toBe('futures.not-found');
    expect(await outcomeOf(place(user, pending))).toBe('futures.not-open');
    await place(user, positionId, { lots: 1 });
    const { closings = [] } = await world.row(user, positionId);
    expect(await outcomeOf(cancel(await world.user(), positionId, closings[0]?.closingId ?? ''))).toBe(
      'futures.not-found',
    );
    expect(await outcomeOf(cancel(user, pending, closings[0]?.closingId ?? ''))).toBe('futures.not-found');
    await world.close1(user, positionId);
    expect(await outcomeOf(place(user, positionId))).toBe('futures.not-open');
  });

  it('ten wait on a position and no more: of two at once that would be the tenth one is refused', async () => {
    const { user, positionId } = await holder({ lots: 12 });
    for (let times = 0; times < 9; times += 1) await place(user, positionId, { lots: 1 });
    const both = await Promise.all([1, 2].map(() => outcomeOf(place(user, positionId, { lots: 1 }))));
    expect(both.sort()).toEqual(['done', 'futures.too-many-closings']);
    expect((await ordersOf(positionId)).length).toBe(10);
  });

  it('all lots are those that no other waits for', async () => {
    const { user, positionId } = await holder();
    await place(user, positionId, { lots: 7 });
    await place(user, positionId);
    expect((await ordersOf(positionId)).at(-1)).toEqual({ ...WAITS, waiting: 3 });
    expect(await outcomeOf(place(user, positionId))).toBe('futures.closing-lots');
  });

  it('two at once do not wait for the same lots', async () => {
    const { user, positionId } = await holder();
    const both = await Promise.all([
      outcomeOf(place(user, positionId, { lots: 6 })),
      outcomeOf(place(user, positionId, { lots: 6 })),
    ]);
    expect(both.sort()).toEqual(['done', 'futures.closing-lots']);
    expect(await ordersOf(positionId)).toEqual([{ ...WAITS, waiting: 6 }]);
  });
});

describe('one that is changed while it waits', () => {
  type Change = Partial<Pick<Parameters<ClosingOrders['amend']>[0], 'lots' | 'price' | 'waiting'>>;
  const amend = (user: string, positionId: string, closingId: string, change: Change, key: string | null = aKey()) =>
    world
      .get(ClosingOrders)
      .amend({ userId: user, positionId, closingId, lots: null, price: null, waiting: null, key, ...change });

  /** A long of ten lots, of which six wait for 61,000. */
  async function waiting(values: Parameters<typeof holder>[0] = {}) {
    const found = await holder(values);
    await place(found.user, found.positionId, { lots: 6 });
    const { closings = [] } = await world.row(found.user, found.positionId);
    return { ...found, closingId: closings[0]?.closingId ?? '' };
  }

  it.each<[string, Change, [number, string]]>([
    ['another price', { price: '62000' }, [6, '62000']],
    ['fewer lots', { lots: 2 }, [2, '61000']],
    ['all lots of the position', { lots: 10, waiting: 6 }, [10, '61000']],
    ['both', { lots: 8, price: '60500' }, [8, '60500']],
  ])('has %s under its number, is said in an event, and is filled by that', async (_name, change, [lots, price]) => {
    const { user, positionId, closingId } = await waiting();
    const { version } = await world.row(user, positionId);
    await amend(user, positionId, closingId, change);
    const row = await world.row(user, positionId);
    expect(row.closings).toMatchObject([{ closingId, lots, limitPrice: price }]);
    expect(row.version).toBe(version + 1);
    const last = (await world.events(user)).filter(({ kind }) => kind === 'position').at(-1)?.payload;
    expect(last).toMatchObject({ entityVersion: row.version, closings: [{ closingId, lots, limitPrice: price }] });
    world.price(String(Number(price) + 4));
    expect(await fill()).toBe(0);
    world.price(String(Number(price) + 5));
    expect(await fill()).toBe(1);
    expect(await ordersOf(positionId)).toEqual([{ status: 'filled', reason: null, filled: lots, waiting: 0 }]);
    expect((await world.row(user, positionId)).lots).toBe(10 - lots);
  });

  it('keeps what was filled of it', async () => {
    const { user, positionId, closingId } = await waiting();
    world.price('61005', { bids: [['61005', '0.02']], asks: [['61006', '100']] });
    expect(await fill()).toBe(1);
    // Decided while six lots waited.
    await expect(amend(user, positionId, closingId, { lots: 5, waiting: 6 })).rejects.toMatchObject({
      code: 'futures.changed',
    });
    await amend(user, positionId, closingId, { lots: 5, price: '62000', waiting: 4 });
    expect(await ordersOf(positionId)).toEqual([{ ...WAITS, filled: 2, waiting: 5 }]);
    await world.source.query('delete from taken_depth');
    world.price('62005');
    expect(await fill()).toBe(1);
    expect(await ordersOf(positionId)).toEqual([{ status: 'filled', reason: null, filled: 7, waiting: 0 }]);
    expect((await world.row(user, positionId)).lots).toBe(3);
  });

  it.each<[string, Change, string]>([
    ['that changes nothing', {}, 'futures.unchanged'],
    ['to what it is', { lots: 6, price: '61000.0' }, 'futures.unchanged'],
    ['to more lots than the position has', { lots: 11 }, 'futures.closing-lots'],
    ['to a price that no market has', { price: '610000' }, 'futures.limit-price'],
    ['of a price with too many decimals', { price: '61000.123' }, 'ledger.too-many-decimals'],
  ])('a change %s is refused and moves nothing', async (_name, change, code) => {
    const { user, positionId, closingId } = await waiting();
    const before = await world.row(user, positionId);
    await expect(amend(user, positionId, closingId, change)).rejects.toMatchObject({ code });
    expect(await world.row(user, positionId)).toEqual(before);
  });

  it('is kept, each with what was before it and what had been filled by then, for nobody else', async () => {
    const { user, positionId, closingId } = await waiting();
    const changes = (userId: string, of = positionId) =>
      world.get(ListClosingAmendments).execute({ userId, positionId: of, closingId });
    expect(await changes(user)).toEqual([]);
    const first = world.clock.now();
    await amend(user, positionId, closingId, { lots: 5, price: '61500' });
    world.clock.advance(1000);
    world.price('61505', { bids: [['61505', '0.02']], asks: [['61506', '100']] });
    expect(await fill()).toBe(1);
    await amend(user, positionId, closingId, { lots: 6 });
    const storedAmendments = [
      { limitBefore: '61500', limitAfter: '61500', lotsBefore: 3, lotsAfter: 6, lotsFilled: 2, at: first + 1000 },
      { limitBefore: '61000', limitAfter: '61500', lotsBefore: 6, lotsAfter: 5, lotsFilled: 0, at: first },
    ];
    expect(await changes(user)).toEqual(storedAmendments);
    expect((await world.row(user, positionId)).closings).toMatchObject([{ closingId, amendments: 2 }]);
    const refused = { code: 'futures.not-found' };
    const stranger = await holder();
    await expect(changes(stranger.user)).rejects.toMatchObject(refused);
    await expect(changes(stranger.user, stranger.positionId)).rejects.toMatchObject(refused);
    await expect(changes(user, stranger.positionId)).rejects.toMatchObject(refused);
    // After its end as well.
    await cancel(user, positionId, closingId);
    expect(await changes(user)).toEqual(storedAmendments);
    const asked = { userId: user, demo: false, page: 1, limit: 10 };
    expect(await world.get(ListEndedClosings).execute(asked)).toMatchObject([{ closingId, amendments: 2, lots: 8 }]);
  });

  it('is written once, and no terms become others without it, whoever tries', async () => {
    const { user, positionId, closingId } = await waiting();
    await amend(user, positionId, closingId, { lots: 5 });
    const tries = [
      'limit_price = 62000',
      'lots = lots + 1',
      'lots = 4, lots_waiting = 4',
      'lots_waiting = 6, lots = 6',
    ];
    for (const change of [...tries, 'amendments = 2', 'amendments = 0', 'lots = 4, lots_waiting = 4, amendments = 2'])
      await expect(
        world.source.query(`update futures_closing_order set ${change} where id = ${closingId}`),
      ).rejects.toMatchObject({ code: 'FU009' });
    await expect(world.source.query('update futures_closing_amendment set lots_after = 1')).rejects.toThrow();
    await expect(world.source.query('delete from futures_closing_amendment')).rejects.toThrow();
    await expect(world.source.query('truncate futures_closing_amendment')).rejects.toThrow();
  });

  it('takes no lots that another waits for', async () => {
    const { user, positionId, closingId } = await waiting();
    await place(user, positionId, { lots: 3, price: '62000' });
    await expect(amend(user, positionId, closingId, { lots: 8 })).rejects.toMatchObject({
      code: 'futures.closing-lots',
      parameters: { lots: 7 },
    });
    await amend(user, positionId, closingId, { lots: 7 });
    expect(closingsOf(await world.row(user, positionId))).toEqual([
      [7, '61000'],
      [3, '62000'],
    ]);
  });

  it('of somebody else, or over, is not changed', async () => {
    const { user, positionId, closingId } = await waiting();
    const stranger = await holder();
    for (const [who, position] of [
      [stranger.user, positionId],
      [stranger.user, stranger.positionId],
    ] as const)
      await expect(amend(who, position, closingId, { lots: 2 })).rejects.toMatchObject({ code: 'futures.not-found' });
    await cancel(user, positionId, closingId);
    await expect(amend(user, positionId, closingId, { lots: 2 })).rejects.toMatchObject({
      code: 'futures.not-pending',
    });
  });

  it('is changed once for one key, and in cancel-only', async () => {
    const { user, positionId, closingId } = await waiting();
    await world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
    await Promise.all([1, 2, 3].map(() => amend(user, positionId, closingId, { lots: 2 }, 'closing-amended-once')));
    const { version } = await world.row(user, positionId);
    await amend(user, positionId, closingId, { lots: 2 }, 'closing-amended-once');
    const storedAmendments = await world.get(ListClosingAmendments).execute({ userId: user, positionId, closingId });
    expect(storedAmendments).toHaveLength(1);
    expect(await world.row(user, positionId)).toMatchObject({ version, closings: [{ lots: 2 }] });
  });

  it('beside a fill has one outcome: what was filled was filled by terms that held then', async () => {
    for (const [round, fillFirst] of [true, false, true, false].entries()) {
      world.price('60000');
      const { user, positionId, closingId } = await waiting();
      world.price('61005');
      const away = () => amend(user, positionId, closingId, round < 2 ? { price: '62000' } : { lots: 2 });
      const results = await heldBack(world.source, [user], fillFirst ? [fill, away] : [away, fill]);
      const outcome = outcomesOf(results)[fillFirst ? 1 : 0];
      const [order] = await ordersOf(positionId);
      const { lots } = await world.row(user, positionId);
      if (outcome === 'done')
        expect([order?.filled, lots]).toEqual(round < 2 ? [0, 10] : [order?.filled, 10 - (order?.filled ?? 0)]);
      else expect([outcome, order?.status, order?.filled, lots]).toEqual(['futures.not-pending', 'filled', 6, 4]);
      expect(order?.filled).toBeLessThanOrEqual(6);
    }
  });
});

describe('what waits falls away with the lots', () => {
  /** Four lots first, then five: one is free. */
  async function waiting(values: Parameters<typeof holder>[0] = {}) {
    const found = await holder(values);
    await place(found.user, found.positionId, { lots: 4 });
    await place(found.user, found.positionId, { lots: 5, price: '62000' });
    return found;
  }

  it.each<[number, [number, string][], (string | null)[]]>([
    [
      1,
      [
        [4, '61000'],
        [5, '62000'],
      ],
      [null, null],
    ],
    [
      3,
      [
        [4, '61000'],
        [3, '62000'],
      ],
      [null, null],
    ],
    [7, [[3, '61000']], [null, 'position-reduced']],
  ])('the last placed first, when %s are closed at the market', async (lots, left, reasons) => {
    const { user, positionId } = await waiting();
    await world.close1(user, positionId, { lots });
    expect(closingsOf(await world.row(user, positionId))).toEqual(left);
    expect((await ordersOf(positionId)).map(({ reason }) => reason)).toEqual(reasons);
    const last = (await world.events(user)).filter(({ kind }) => kind === 'position').at(-1)?.payload;
    expect(((last?.closings ?? []) as { lots: number }[]).map((one) => one.lots)).toEqual(left.map(([of]) => of));
  });

  const stopped = () => {
    world.price('58400');
    return worker.stops();
  };
  it.each<[string, Parameters<typeof holder>[0], (user: string, positionId: string) => Promise<unknown>, string]>([
    ['at the market', {}, (user, positionId) => world.close1(user, positionId), 'closed'],
    ['by its stop', { stopLoss: '58500' }, stopped, 'stop-loss'],
    ['by a liquidation', { leverage: 50, marginMode: 'isolated' }, () => worker.price('58900', {}, 3), 'liquidated'],
  ])('all of it, when the position is closed %s', async (_name, values, close, closedAs) => {
    const { user, positionId } = await waiting(values);
    await close(user, positionId);
    const row = await world.row(user, positionId);
    expect([row.closedAs, closingsOf(row)]).toEqual([closedAs, []]);
    const gone = { ...GONE, reason: 'position-closed' };
    expect(await ordersOf(positionId)).toEqual([gone, gone]);
    world.price('62005');
    expect(await fill()).toBe(0);
  });
});

describe('of two who are at it at the same time', () => {
  it('either the fill has it or whoever takes it back', async () => {
    for (const fillFirst of [true, false]) {
      world.price('60000');
      const { user, positionId } = await holder();
      await place(user, positionId);
      const { closings = [] } = await world.row(user, positionId);
      world.price('61005');
      const back = () => cancel(user, positionId, closings[0]?.closingId ?? '');
      const results = await heldBack(world.source, [user], fillFirst ? [fill, back] : [back, fill]);
      const outcome = outcomesOf(results)[fillFirst ? 1 : 0];
      const { status } = await world.row(user, positionId);
      const [order] = await ordersOf(positionId);
      expect([outcome, status, order?.status]).toEqual(
        status === 3 ? ['futures.not-pending', 3, 'filled'] : ['done', 1, 'cancelled'],
      );
    }
  });

  it('what a level holds goes to one of two orders that two workers fill, not to both', async () => {
    const [first, second] = [await holder(), await holder()];
    for (const { user, positionId } of [first, second]) await place(user, positionId);
    // A tenth of a BTC, which are the lots of one of them, is there at the limit.
    world.price('61005', {
      bids: [
        ['61005', '0.1'],
        ['60000', '100'],
      ],
      asks: [['61006', '100']],
    });
    await heldBack(world.source, [first.user], [fill, fill]);
    const rows = [await world.row(first.user, first.positionId), await world.row(second.user, second.positionId)];
    expect(rows.map(({ lots }) => lots).toSorted((one, other) => one - other)).toEqual([0, 10]);
  });

  it('a fill and a close at the market close each lot once', async () => {
    const { user, positionId } = await holder();
    await place(user, positionId, { lots: 6 });
    world.price('61005');
    await Promise.allSettled([fill(), world.close1(user, positionId)]);
    world.refresh();
    await outcomeOf(world.close1(user, positionId));
    expect(await world.row(user, positionId)).toMatchObject({ status: 3, lots: 0 });
    expect((await world.balances(user)).frozen).toBe('0');
  });
});

describe('what became of them', () => {
  const ended = (userId: string, page = 1, limit = 10, demo = false) =>
    world.get(ListEndedClosings).execute({ userId, demo, page, limit });

  it('is listed with the reason and the price, the newest first, page by page, for nobody else', async () => {
    const { user, positionId } = await holder();
    await place(user, positionId, { lots: 2, price: '61000' });
    await place(user, positionId, { lots: 3, price: '62000' });
    await place(user, positionId, { lots: 5, price: '63000' });
    const [, second] = (await world.row(user, positionId)).closings ?? [];
    expect(await ended(user)).toEqual([]);
    world.price('61105');
    expect(await fill()).toBe(1);
    await cancel(user, positionId, second?.closingId ?? '');
    await world.close1(user, positionId);
    const endings = await ended(user);
    const both = { positionId, market: 'BTC/USDT', side: 'long', demo: false };
    expect(endings).toEqual([
      expect.objectContaining({ ...both, lots: 5, lotsFilled: 0, averagePrice: null, end: 'position-closed' }),
      expect.objectContaining({ ...both, lots: 3, lotsFilled: 0, averagePrice: null, end: 'user' }),
      // Filled where the book was, which is better than the limit.
      expect.objectContaining({
        ...both,
        lots: 2,
        lotsFilled: 2,
        limitPrice: '61000',
        averagePrice: '61100',
        end: 'filled',
      }),
    ]);
    expect(await ended(user, 2, 2)).toEqual(endings.slice(2));
    expect(await ended(user, 1, 10, true)).toEqual([]);
    expect(await ended((await holder()).user)).toEqual([]);
  });

  it('has the mean of all parts, and none where a part was not noted', async () => {
    const { user, positionId } = await holder();
    await place(user, positionId, { lots: 4, price: '61000' });
    world.price('61005', {
      bids: [
        ['61005', '0.03'],
        ['61004', '100'],
      ],
      asks: [['61026', '100']],
    });
    await fill();
    world.price('61105');
    await fill();
    const [only] = await ended(user);
    const [{ value }] = await world.source.query(
      'select trim_scale(filled_value / 4)::text as value from futures_closing_order where position_id = $1',
      [positionId],
    );
    expect(only).toMatchObject({ lotsFilled: 4, end: 'filled', averagePrice: value });
    expect(value > '61000' && value < '61100').toBe(true);
    const other = await holder();
    await place(other.user, other.positionId, { price: '61000' });
    // Like an earlier version, which does not write the fill price.
    await world.source.query(
      `update futures_closing_order set lots_filled = lots, lots_waiting = 0, status = 'filled', updated_at = now(), ended_at = now()
        where position_id = $1`,
      [other.positionId],
    );
    expect(await ended(other.user)).toMatchObject([{ lotsFilled: 10, averagePrice: null }]);
  });
});
