import { outcomeOf, StoredFutures, WAITING } from '../../../test/factories/stored-futures.js';
import { tapeSeconds } from '../../../test/factories/tape.js';
import type { Stops } from '../futures-orders/futures.store.js';
import { FuturesTriggersStore, type FiredStop, type OrderFill } from './futures-triggers.store.js';
import { ClosingOrdersStore } from './closing-orders.store.js';
import { PendingOrdersStore } from './pending-orders.store.js';
import { StopReceiptsStore } from './stop-receipts.store.js';

/** The stored functions of fills, stops and closing orders by themselves, with any arguments. */
const triggers = new FuturesTriggersStore();
const MISSING = '999999999';
const CROSS = { margin_mode: 'cross' } as const;

let futures: StoredFutures;
let user: string;

beforeAll(async () => {
  futures = await StoredFutures.open();
}, 60_000);
afterAll(() => futures?.close());
beforeEach(async () => {
  user = await futures.user();
});

const now = () => new Date();
const close = (id: string, lots: number | null = null) =>
  futures.run((tx) =>
    futures.store.close(tx, futures.claim(user), { ids: [id], priced: [10], lots, prices: ['100'], taking: [] }),
  );

describe('stops', () => {
  const STOPS = { stop_loss: '90', take_profit: '120' } as const;
  const stop = (positionId: string, values: Partial<FiredStop> = {}): FiredStop => ({
    positionId,
    kind: 'stop-loss',
    source: 'mark',
    level: '90',
    value: '89',
    epoch: 'e',
    sequence: 7,
    valueAt: 1_000_000,
    ...values,
  });
  const fire = (...stops: FiredStop[]) => futures.run((tx) => triggers.fire(tx, stops, now()));
  const execute = (id: string, price: string | null, lots = 10) =>
    futures.run((tx) => triggers.executeStop(tx, id, price === null ? null : { price, lots, taking: [] }, now()));
  const receipts = (id: string, by = user) => new StopReceiptsStore(futures.serving).list(by, id);

  it.each<[string, Partial<FiredStop>, boolean]>([
    ['a stop-loss by its own price', {}, true],
    ['a take-profit by its own price', { kind: 'take-profit', source: 'last', level: '120' }, true],
    ['no stop-loss by another price', { source: 'last' }, false],
    ['no stop-loss at another level', { level: '91' }, false],
    ['no take-profit by another price', { kind: 'take-profit', level: '120' }, false],
    ['no take-profit at the level of the other', { kind: 'take-profit', source: 'last' }, false],
  ])('fire: %s', async (_what, values, isFired) => {
    const id = await futures.order(user, STOPS);
    expect(await fire(stop(id, values))).toEqual(isFired ? [id] : []);
    expect((await receipts(id)).length).toBe(isFired ? 1 : 0);
  });

  it('fire once, of positions that are open, each by itself', async () => {
    const [first, second, closed] = [
      await futures.order(user, STOPS),
      await futures.order(user, STOPS),
      await futures.order(user, STOPS),
    ];
    const waits = await futures.order(user, { ...STOPS, ...WAITING });
    await close(closed);
    expect(await fire(stop(second), stop(closed), stop(waits), stop(first), stop(MISSING))).toEqual([first, second]);
    expect(await fire(stop(first), stop(first, { kind: 'take-profit', source: 'last', level: '120' }))).toEqual([]);
    expect(await receipts(first)).toEqual([
      expect.objectContaining({
        positionId: first,
        kind: 'stop-loss',
        state: 'triggered',
        source: 'mark',
        level: '90',
        value: '89',
        epoch: 'e',
        sequence: 7,
        valueAt: 1_000_000,
        endedAt: null,
        price: null,
        reason: null,
      }),
    ]);
    expect(await receipts(first, await futures.user('0'))).toEqual([]);
  });

  it('close their position at the price that there is, or wait for one', async () => {
    const [id, other] = [await futures.order(user, STOPS), await futures.order(user, STOPS)];
    expect(await execute(id, '89')).toBeNull();
    await fire(stop(id), stop(other));
    expect(await execute(id, null)).toBeNull();
    expect(await receipts(id)).toMatchObject([{ state: 'executing' }]);
    expect(await receipts(other)).toMatchObject([{ state: 'triggered' }]);
    const eventCount = (await futures.publishedEvents(user)).length;
    expect(await execute(id, '95')).toBe(user);
    expect(await futures.row(id)).toMatchObject({ status: 3, closedAs: 'stop-loss', closePrice: '95' });
    expect(await receipts(id)).toMatchObject([
      { state: 'done', price: '95', reason: null, endedAt: expect.any(Number) },
    ]);
    expect((await futures.publishedEvents(user)).slice(eventCount)).toEqual([
      'position',
      'contract',
      'contract_frozen',
    ]);
    expect(await futures.row(other)).toMatchObject({ status: 1 });
    expect(await execute(id, '89')).toBeNull();
  });

  it('of what was closed meanwhile end without anything', async () => {
    const id = await futures.order(user, STOPS);
    await fire(stop(id));
    await close(id);
    expect(await execute(id, '89')).toBe(user);
    expect(await receipts(id)).toMatchObject([
      { state: 'failed', reason: 'not-open', price: null, endedAt: expect.any(Number) },
    ]);
  });

  const setStops = async (id: string, stops: Partial<Stops>) => {
    const held = await futures.row(id);
    const { takeProfit, takeProfitSource, stopLoss, stopLossSource } = held as unknown as Stops;
    const all = { takeProfit, takeProfitSource, stopLoss, stopLossSource, ...stops };
    await futures.run((tx) => futures.store.setStops(tx, futures.claim(user), held as never, all));
  };

  it.each<[string, Partial<Stops>]>([
    ['none', { stopLoss: null }],
    ['another level', { stopLoss: '80' }],
    ['another price', { stopLossSource: 'index' }],
  ])('that fired and wait are taken back by %s, and the next one goes by itself', async (_what, stops) => {
    const id = await futures.order(user, STOPS);
    await fire(stop(id));
    expect(await execute(id, null)).toBeNull();
    await setStops(id, stops);
    expect(await receipts(id)).toMatchObject([
      { state: 'failed', reason: 'taken-back', price: null, endedAt: expect.any(Number) },
    ]);
    // Set again: what fired before does not count.
    await setStops(id, { stopLoss: '90', stopLossSource: 'mark' });
    expect(await execute(id, '89')).toBeNull();
    expect(await futures.row(id)).toMatchObject({ status: 1, lots: 10 });
    await fire(stop(id, { value: '88' }));
    expect(await execute(id, '88')).toBe(user);
    expect(await receipts(id)).toMatchObject([{ state: 'failed' }, { state: 'done', value: '88', price: '88' }]);
  });

  it('that fired go on where their user changes the other one', async () => {
    const id = await futures.order(user, STOPS);
    await fire(stop(id));
    await setStops(id, { takeProfit: null });
    expect(await execute(id, '89')).toBe(user);
    expect(await futures.row(id)).toMatchObject({ status: 3, closedAs: 'stop-loss' });
    const other = await futures.order(user, STOPS);
    await fire(stop(other, { kind: 'take-profit', source: 'last', level: '120' }));
    await setStops(other, { stopLoss: '80' });
    expect(await execute(other, '121')).toBe(user);
    expect(await futures.row(other)).toMatchObject({ status: 3, closedAs: 'take-profit' });
  });

  it.each<[string, string | null]>([
    ['without a price', null],
    ['at a price', '89'],
  ])('whose receipt comes behind the taking back close nothing, %s', async (_what, price) => {
    const id = await futures.order(user, STOPS);
    await setStops(id, { stopLoss: null });
    // As by a worker that read the position before.
    await futures.source.query(
      `insert into futures_trigger (position_id, user_id, kind, state, source, level, value, epoch, sequence, value_at, triggered_at)
       values ($1, $2, 'stop-loss', 'triggered', 'mark', 90, 89, 'e', 1, now(), now())`,
      [id, user],
    );
    expect(await execute(id, price)).toBe(user);
    expect(await receipts(id)).toMatchObject([{ state: 'failed', reason: 'taken-back', endedAt: expect.any(Number) }]);
    expect(await futures.row(id)).toMatchObject({ status: 1, lots: 10 });
  });

  it('are priced again where the position has other lots than were priced', async () => {
    const id = await futures.order(user, STOPS);
    await fire(stop(id));
    expect(await futures.run((tx) => triggers.openLots(tx, id))).toBe(10);
    await close(id, 4);
    expect(await futures.run((tx) => triggers.openLots(tx, id))).toBe(6);
    await expect(execute(id, '89')).rejects.toMatchObject({ code: '40001' });
    expect(await receipts(id)).toMatchObject([{ state: 'triggered' }]);
    expect(await futures.row(id)).toMatchObject({ status: 1, lots: 6 });
    expect(await execute(id, '89', 6)).toBe(user);
    expect(await futures.run((tx) => triggers.openLots(tx, id))).toBeNull();
  });

  it('of a cross position wait for what backs its loss', async () => {
    const poor = await futures.user('30');
    const id = await futures.order(poor, { ...CROSS, ...STOPS });
    await futures.order(poor, { ...CROSS, ...STOPS, side: -1 }, { marks: { 1: '100' } });
    await fire(stop(id));
    expect(await execute(id, '50')).toBeNull();
    expect(await receipts(id, poor)).toMatchObject([{ state: 'executing' }]);
    expect(await futures.row(id)).toMatchObject({ status: 1 });
  });

  it('that wait are read oldest first, so many of each book', async () => {
    const all: string[] = [];
    for (const demo of [false, true, false, true, false]) all.push(await futures.order(user, { ...STOPS, demo }));
    const closed = await futures.order(user, STOPS);
    const before = (await new PendingOrdersStore(futures.serving).firedStops([], 1000)).length;
    await fire(...[...all, closed].map((id) => stop(id)));
    await execute(closed, '89');
    await execute(all[0] ?? '', null);
    const store = new PendingOrdersStore(futures.serving);
    const waiting = await store.firedStops([], 1000);
    expect(waiting.length).toBe(before + 5);
    expect(waiting.filter(({ id }) => all.includes(id)).map(({ id }) => id)).toEqual([
      all[0],
      all[2],
      all[4],
      all[1],
      all[3],
    ]);
    expect(waiting.at(-1)).toMatchObject({
      marketId: 1,
      demo: true,
      side: 'long',
      lots: 10,
      lotSize: '0.1',
      stopLoss: '90',
      stopLossSource: 'mark',
      takeProfit: '120',
      takeProfitSource: 'last',
    });
    expect((await store.firedStops([], 1)).map(({ demo }) => demo)).toEqual([false, true]);
    for (const demo of [false, true]) {
      expect((await store.firedStops([], 1, [demo])).map((stop) => stop.demo)).toEqual([demo]);
    }
    expect((await store.stops([...all, closed].map(Number))).map(({ id }) => id)).toEqual(all);
  });
});

describe('orders that wait', () => {
  const fillOf = async (id: string, values: Partial<OrderFill> = {}): Promise<OrderFill> => ({
    id,
    version: String((await futures.row(id)).version),
    price: '99',
    margin: '9.9',
    fee: '0.0495',
    limitPrice: '100',
    limitMargin: '10',
    limitFee: '0.05',
    taking: [],
    ...values,
  });
  const fill = (fills: OrderFill[], marks: Record<number, string> = {}) =>
    futures.run((tx) => triggers.fill(tx, fills, marks, now()));

  it('are filled at their price, and what was held beyond it comes free', async () => {
    const [id, other] = [await futures.order(user, WAITING), await futures.order(user, WAITING)];
    const eventCount = (await futures.publishedEvents(user)).length;
    expect(await fill([await fillOf(id)])).toEqual([user]);
    expect(await futures.row(id)).toMatchObject({
      status: 1,
      entryPrice: '99',
      margin: '9.9',
      initialMargin: '9.9',
      reserved: '0',
      fee: '0.0495',
    });
    expect(await futures.row(other)).toMatchObject({ status: 0 });
    expect(await futures.money(user)).toEqual({ contract: '980.0005', contract_frozen: '19.95' });
    expect((await futures.publishedEvents(user)).slice(eventCount)).toEqual([
      'order',
      'position',
      'contract',
      'contract_frozen',
    ]);
  });

  it('are left alone where they are not those that were looked at', async () => {
    const [id, gone, held] = [
      await futures.order(user, WAITING),
      await futures.order(user, WAITING),
      await futures.order(user),
    ];
    const fills = [
      await fillOf(id, { version: '9' }),
      await fillOf(gone),
      await fillOf(held),
      { ...(await fillOf(held)), id: MISSING },
    ];
    await futures.run((tx) => futures.store.cancel(tx, futures.claim(user), gone));
    expect(await fill(fills)).toEqual([]);
    expect(await futures.row(id)).toMatchObject({ status: 0 });
  });

  it('wait while their book is in cancel-only, or their country does not let them', async () => {
    const [id, demo] = [await futures.order(user, WAITING), await futures.order(user, { ...WAITING, demo: true })];
    const fills = [await fillOf(id), await fillOf(demo)];
    await futures.source.query(`update trading_mode set mode = 'cancel-only'`);
    expect(await fill(fills)).toEqual([]);
    await futures.source.query(`update trading_mode set mode = 'open'`);
    const rule = (state: string) =>
      futures.source.query(`select country_rule_set('*', 'contracts', $1, null, now())`, [state]);
    await rule('not-offered');
    expect(await fill(fills)).toEqual([]);
    expect(
      (await new PendingOrdersStore(futures.serving).pending([Number(id)])).map(({ isOffered }) => isOffered),
    ).toEqual([false]);
    await rule('allowed');
    expect(await fill(fills)).toEqual([user, user]);
  });

  it.each<[string, string | null, number[]]>([
    [`+ interval '1 day'`, `+ interval '1 day'`, [0, 0]],
    [`+ interval '1 day'`, null, [0, 1]],
    [`- interval '1 second'`, null, [1, 1]],
    [`+ interval '1 day'`, `- interval '1 second'`, [0, 1]],
  ])(
    'wait while their user takes a break, until now %s, excluded until %s: real and demo are %j',
    async (until, excluded, expected) => {
      const orders = [await futures.order(user, WAITING), await futures.order(user, { ...WAITING, demo: true })];
      await futures.source.query(
        `insert into own_limit_account (user_id, created_at, break_until, excluded_until)
       values ($1, now(), now() ${until}, ${excluded === null ? 'null' : `now() ${excluded}`})`,
        [user],
      );
      await fill(await Promise.all(orders.map((id) => fillOf(id))));
      expect((await Promise.all(orders.map((id) => futures.row(id)))).map(({ status }) => status)).toEqual(expected);
    },
  );

  it('fall back to their limit where a better price costs more than there is, and are revoked where that does too', async () => {
    const poor = await futures.user('30');
    const short = { ...WAITING, side: -1 } as const;
    const id = await futures.order(poor, short);
    // 19.95 are free, and 10.05 are held.
    const dear = { price: '310', margin: '31', fee: '0.155' };
    expect(await fill([await fillOf(id, dear)])).toEqual([poor]);
    expect(await futures.row(id)).toMatchObject({ status: 1, entryPrice: '100', margin: '10' });
    const next = await futures.order(poor, short);
    expect(await fill([await fillOf(next, { ...dear, limitMargin: '300' })])).toEqual([poor]);
    expect(await futures.row(next)).toMatchObject({ status: 4, closedAs: 'revoked' });
    expect(await futures.money(poor)).toEqual({ contract: '19.95', contract_frozen: '10' });
  });

  it('are revoked where a better price costs more than there is and the tape contradicts their limit: others are filled', async () => {
    const poor = await futures.user('30');
    const id = await futures.order(poor, { ...WAITING, side: -1 });
    const other = await futures.order(user, { ...WAITING, limit_price: '200' });
    // Four bands of a twentieth below it are 104, and the limit of the short is 100.
    // An hour on, so that no other test is about it.
    const at = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
    await tapeSeconds(futures.source, [{ marketId: 1, at, index: '130', mark: '130', last: '130' }]);
    const dear = { price: '130', margin: '31', fee: '0.155' };
    const [short, long] = [await fillOf(id, dear), await fillOf(other, { price: '130', limitPrice: '200' })];
    const filled = await futures.run((tx) => triggers.fill(tx, [short, long], {}, new Date(at)));
    expect(filled).toEqual([poor, user]);
    expect(await futures.row(id)).toMatchObject({ status: 4, closedAs: 'revoked' });
    expect(await futures.row(other)).toMatchObject({ status: 1, entryPrice: '130' });
  });

  it('fall back to their limit where their leverage is not allowed at a better price, and are revoked where it is not at either', async () => {
    const [, second] = (await futures.source.query(
      'select t.floor::text, t.max_leverage as highest from maintenance_tier t where t.market_id = 1 order by t.floor',
    )) as [unknown, { floor: string; highest: number }];
    await futures.source.query('update futures_product set leverages = leverages || $1::integer where market_id = 1', [
      second.highest + 1,
    ]);
    // As much as the leverage is allowed for at its limit.
    const limit = String(Number(second.floor) / 10);
    const short = { ...WAITING, side: -1, lot_size: '1', limit_price: limit, leverage: second.highest + 1 } as const;
    const limits = { newAccountLeverage: 200 };
    const id = await futures.order(user, short, limits);
    const better = String(Number(limit) + 1);
    expect(await fill([await fillOf(id, { price: better, limitPrice: limit })])).toEqual([user]);
    expect(await futures.row(id)).toMatchObject({ status: 1, entryPrice: limit });
    await close(id);
    const tight = await futures.order(user, short, limits);
    await futures.source.query('update maintenance_tier set max_leverage = $1 where market_id = 1 and floor = 0', [
      second.highest,
    ]);
    expect(await fill([await fillOf(tight, { price: better, limitPrice: limit })])).toEqual([user]);
    expect(await futures.row(tight)).toMatchObject({ status: 4, closedAs: 'revoked' });
  });

  it('take nothing of what cross positions have lost, and wait for its mark at their limit', async () => {
    const poor = await futures.user('40');
    await futures.order(poor, CROSS);
    const short = { ...WAITING, side: -1 } as const;
    const id = await futures.order(poor, short, { marks: { 1: '100' } });
    const better = { price: '110', margin: '11', fee: '0.055' };
    // 19.9 are free, 1.005 more would be needed, and 19 are lost.
    expect(await fill([await fillOf(id, better)], { 1: '81' })).toEqual([poor]);
    expect(await futures.row(id)).toMatchObject({ status: 1, entryPrice: '100' });
    const second = await futures.order(poor, short, { marks: { 1: '100' } });
    await fill([await fillOf(second, better)], {});
    expect(await futures.row(second)).toMatchObject({ status: 1, entryPrice: '100' });
  });

  it('are never filled worse than their limit', async () => {
    const [long, short] = [await futures.order(user, WAITING), await futures.order(user, { ...WAITING, side: -1 })];
    expect(await outcomeOf(fill([await fillOf(long, { price: '100.01' })]))).toBe('FU009');
    expect(await outcomeOf(fill([await fillOf(short, { price: '99.99' })]))).toBe('FU009');
    expect(await fill([await fillOf(long, { price: '100' }), await fillOf(short, { price: '100' })])).toEqual([
      user,
      user,
    ]);
  });

  it('are read by price and time, those that still wait', async () => {
    const at = (limit_price: string, side: 1 | -1) => futures.order(user, { ...WAITING, limit_price, side });
    const longs = [await at('100', 1), await at('101', 1), await at('100', 1)];
    const shorts = [await at('100', -1), await at('99', -1)];
    const held = await futures.order(user);
    const read = await new PendingOrdersStore(futures.serving).pending([...longs, ...shorts, held].map(Number));
    expect(read.map(({ id }) => id)).toEqual([shorts[1], shorts[0], longs[1], longs[0], longs[2]]);
    expect(read[0]).toMatchObject({
      userId: user,
      marketId: 1,
      demo: false,
      side: 'short',
      lots: 10,
      lotSize: '0.1',
      leverage: 10,
      limitPrice: '99',
      openFeeRatio: '0.0005',
      isOffered: true,
    });
  });
});

describe('what waits to close', () => {
  const place = async (id: string, lots: number, limitPrice = '110', by = user) => {
    await futures.run((tx) => futures.store.placeClosing(tx, futures.claim(by), { positionId: id, lots, limitPrice }));
    return futures.one<string>('select max(id)::text as value from futures_closing_order');
  };
  const fill = (closing: string, lots: number, price: string) =>
    futures.run((tx) => triggers.fillClosing(tx, closing, { lots, price, taking: [] }, now()));
  const last = async () =>
    (
      await futures.one<{ fill: object }>(
        `select payload as value from outbox where user_id = $1 and kind = 'position' order by sequence desc limit 1`,
        [user],
      )
    ).fill;

  it('is filled in parts, up to the last lot', async () => {
    const id = await futures.order(user);
    const closing = await place(id, 4);
    expect([await fill(MISSING, 1, '110'), await fill(closing, 5, '110')]).toEqual([null, null]);
    // The limit was amended after the order was priced.
    expect(await fill(closing, 1, '109.99')).toBeNull();
    expect(await fill(closing, 3, '111')).toBe(user);
    expect(await futures.row(id)).toMatchObject({ status: 1, lots: 7, closePrice: '111', closings: [{ lots: 1 }] });
    expect(await last()).not.toHaveProperty('closing');
    expect(await fill(closing, 1, '110')).toBe(user);
    expect(await last()).toMatchObject({
      lots: 1,
      price: '110',
      closing: { closingId: closing, lots: 4, limitPrice: '110' },
    });
    expect(
      await futures.one(
        `select to_jsonb(o) - '{id,position_id,market_id,demo,side,created_at,updated_at,ended_at}'::text[] as value from futures_closing_order o where id = $1`,
        [closing],
      ),
    ).toMatchObject({
      status: 'filled',
      reason: null,
      lots: 4,
      lots_filled: 4,
      lots_waiting: 0,
      lots_valued: 4,
      filled_value: 443,
    });
    expect(await fill(closing, 1, '110')).toBeNull();
    const short = await futures.order(user, { side: -1 });
    const buys = await place(short, 2, '90');
    expect([await fill(buys, 2, '90.01'), await fill(buys, 2, '90')]).toEqual([null, user]);
  });

  it('waits while others back the loss of a cross position', async () => {
    const poor = await futures.user('30');
    const id = await futures.order(poor, CROSS);
    await futures.order(poor, { ...CROSS, side: -1 }, { marks: { 1: '100' } });
    const closing = await place(id, 10, '50', poor);
    await expect(fill(closing, 10, '50')).rejects.toMatchObject({ code: 'FU012' });
    expect(await futures.row(id)).toMatchObject({ status: 1, lots: 10, closings: [{ lots: 10 }] });
  });

  it('falls away with the lots, the last placed first', async () => {
    const id = await futures.order(user);
    const [first, second] = [await place(id, 6), await place(id, 3)];
    const states = () =>
      futures.one(
        `select jsonb_agg(jsonb_build_array(status, reason, lots_waiting, ended_at is not null) order by id) as value from futures_closing_order where id in ($1, $2)`,
        [first, second],
      );
    await close(id, 1);
    expect(await states()).toEqual([
      ['waiting', null, 6, false],
      ['waiting', null, 3, false],
    ]);
    await futures.run((tx) =>
      futures.store.close(tx, futures.claim(user), { ids: [id], priced: [9], lots: 2, prices: ['100'], taking: [] }),
    );
    expect(await states()).toEqual([
      ['waiting', null, 6, false],
      ['waiting', null, 1, false],
    ]);
    await futures.run((tx) =>
      futures.store.close(tx, futures.claim(user), { ids: [id], priced: [7], lots: 2, prices: ['100'], taking: [] }),
    );
    expect(await states()).toEqual([
      ['waiting', null, 5, false],
      ['cancelled', 'position-reduced', 0, true],
    ]);
    await futures.run((tx) =>
      futures.store.close(tx, futures.claim(user), { ids: [id], priced: [5], lots: null, prices: ['100'], taking: [] }),
    );
    expect(await states()).toEqual([
      ['cancelled', 'position-closed', 0, true],
      ['cancelled', 'position-reduced', 0, true],
    ]);
  });

  it('is reached by the best levels of its own market, book and side, by price and time', async () => {
    const id = await futures.order(user);
    const short = await futures.order(user, { side: -1 });
    const [demo, eth] = [await futures.order(user, { demo: true }), await futures.order(user, { market_id: 2 })];
    const [a, b, c] = [await place(id, 1, '111'), await place(id, 2, '110'), await place(id, 3, '110')];
    const [d, e] = [await place(short, 1, '90'), await place(short, 1, '91')];
    const [ofDemo, ofEth] = [await place(demo, 1, '100'), await place(eth, 1, '100')];
    const mine = [a, b, c, d, e, ofDemo, ofEth];
    let leftOut: string[] = [];
    const reached = async (
      bid: string,
      ask: string,
      limit = 1000,
      values: { marketId?: number; demo?: boolean } = {},
    ) => {
      const best = { marketId: 1, demo: false, bid, ask, places: { long: null, short: null }, ...values };
      const found = await new ClosingOrdersStore(futures.serving).reached([best], leftOut, limit);
      return found.filter((each) => mine.includes(each.id)).map((each) => each.id);
    };
    expect(await reached('110', '1000')).toEqual([b, c]);
    expect(await reached('111', '90')).toEqual([e, d, b, c, a]);
    expect(await reached('109.99', '90.01')).toEqual([e]);
    expect([
      await reached('1000', '1', 1000, { demo: true }),
      await reached('1000', '1', 1000, { marketId: 2 }),
    ]).toEqual([[ofDemo], [ofEth]]);
    expect(
      (
        await new ClosingOrdersStore(futures.serving).reached(
          [{ marketId: 2, demo: false, bid: '100', ask: '1000', places: { long: null, short: null } }],
          [],
          1000,
        )
      ).find((each) => each.id === ofEth),
    ).toEqual({
      id: ofEth,
      userId: user,
      isBehind: true,
      positionId: eth,
      marketId: 2,
      demo: false,
      side: 'long',
      lots: 1,
      lotSize: '0.1',
      limitPrice: '100',
    });
    // Of positions that are left out none, before the limit is counted.
    leftOut = [id];
    expect(await reached('1000', '1')).toEqual([e, d]);
    leftOut = [id, short];
    expect(await reached('1000', '1')).toEqual([]);
    expect(await reached('1000', '1', 1000, { demo: true })).toEqual([ofDemo]);
    const beside = await futures.user();
    const other = await place(await futures.order(beside), 1, '111', beside);
    const best = { marketId: 1, demo: false, bid: '111', ask: '1000', places: { long: null, short: null } };
    const first = await new ClosingOrdersStore(futures.serving).reached([best], leftOut, 1000);
    expect(first.map(({ id: found }) => found)).toContain(other);
    expect(first.some(({ positionId }) => leftOut.includes(positionId))).toBe(false);
  });
});
