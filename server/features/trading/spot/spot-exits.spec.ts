import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { SpotWorld } from '../../../test/factories/spot-world.js';
import { noticesOf } from '../../account/event-centre/event-notice.rules.js';
import { Decimal } from '../../../contract/decimal.js';
import { ActivateSpotExits } from './activate-spot-exits.js';
import { AmendSpotExit, type ExitAmendmentWish } from './amend-spot-exit.js';
import { AmendSpotOrder } from './amend-spot-order.js';
import { CancelSpotExit } from './cancel-spot-exit.js';
import type { SpotWish } from './price-spot-order.js';
import { SpotExitsStore } from './spot-exits.store.js';
import { type SpotStop, SpotStopsStore } from './spot-stops.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());

const refusal = (code: string) => expect.objectContaining({ code });
const activate = () => world.of(ActivateSpotExits).execute();
const BOTH = { takeProfit: '120', stopLoss: '80' };

const stopsOf = (userId: string): Promise<SpotStop[]> =>
  world.of(SpotStopsStore).list({
    userId,
    demo: false,
    statuses: ['waiting', 'triggered', 'cancelled'],
    page: 1,
    limit: 100,
  });

describe('what fails of purchases that have ended', () => {
  it('holds up none behind it, however many they are, and is tried again', async () => {
    const [held, user] = [await world.aTrader(), await world.aTrader()];
    // As many as one look takes; the date of all of them has come.
    const crowd = await world.crowd(held, 200);
    await world.source.query(
      `insert into spot_exit (order_id, user_id, demo, stop_loss, created_at, expires_at)
       select id, user_id, demo, 80, now() - interval '2 hours', now() - interval '1 hour' from spot_order where user_id = $1`,
      [held],
    );
    const store = world.of(SpotExitsStore);
    const tried: string[] = [];
    const activation = jest.spyOn(store, 'activate').mockImplementation((tx, orderId, at) => {
      tried.push(orderId);
      return tx
        .query<{ user_id: string }[]>('select user_id::text from spot_order where id = $1', [orderId])
        .then(([order]) => {
          if (order?.user_id === held) throw new Error('The row is held.');
          return SpotExitsStore.prototype.activate.call(store, tx, orderId, at);
        });
    });
    // However long a look takes, the price is said again meanwhile.
    const quoting = setInterval(() => world.confirm(), 500);
    try {
      const bought = await world.place(user, { exit: BOTH });
      await expect(activate()).rejects.toThrow('held');
      await activate();
      expect((await world.order(user, bought.id)).exit).toMatchObject({ status: 'active' });
      expect(new Set(tried).size).toBe(201);
      // After the last the first have their turn again.
      tried.length = 0;
      await expect(activate()).rejects.toThrow('held');
      expect(tried).toHaveLength(200);
      for (const order of await world.orders(user)) if (order.status === 'open') await world.cancel(user, order.id);
    } finally {
      clearInterval(quoting);
      activation.mockRestore();
      await world.source.query(`set session_replication_role = replica;
        delete from spot_exit where user_id = ${held}; set session_replication_role = origin`);
      await crowd.forget();
      // The look begins anew.
      await activate();
    }
  });
});

describe('a purchase with a take-profit and a stop-loss', () => {
  it.each([
    ['both', BOTH],
    ['a take-profit', { takeProfit: '120', stopLoss: null }],
    ['a stop-loss', { takeProfit: null, stopLoss: '80' }],
  ])('leaves %s behind, with what it bought, once', async (_, exit) => {
    const user = await world.aTrader();
    const bought = await world.place(user, { quantity: '2', exit });
    expect(bought).toMatchObject({ status: 'filled', exit: { ...exit, expiresAt: null, status: 'waiting' } });
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '10', 'spot_frozen:BTC': '2' });
    const looks = await Promise.all([1, 2, 3].map(() => activate()));
    expect(looks.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await activate()).toBe(0);
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '10', 'spot_frozen:BTC': '2' });
    const [orders, [stop]] = [await world.orders(user), await stopsOf(user)];
    const order = orders.find(({ side }) => side === 'sell');
    if (exit.takeProfit === null) expect(order).toBeUndefined();
    else expect(order).toMatchObject({ status: 'open', limitPrice: '120', quantity: '2', reserved: '2' });
    if (exit.stopLoss === null) expect(stop).toBeUndefined();
    else
      expect(stop).toMatchObject({
        status: 'waiting',
        direction: 'fall',
        triggerPrice: '80',
        limitPrice: null,
        quantity: '2',
        pairedOrderId: order?.id ?? null,
        reserved: order ? '0' : '2',
      });
    expect((await world.order(user, bought.id)).exit).toEqual({
      ...exit,
      expiresAt: null,
      status: 'active',
      amendments: 0,
    });
    world.quote([['79', '5']], [['80', '5']]);
    expect(await world.of(TriggerSpotStops).execute(world.marketId, false)).toBe(exit.stopLoss === null ? 0 : 1);
    if (order && exit.stopLoss === null) await world.cancel(user, order.id);
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': exit.stopLoss === null ? '12' : '10' });
  });

  it('leaves nothing while it waits, and then what a part of it bought', async () => {
    const user = await world.aTrader();
    const order = await world.place(user, { quantity: '3', limitPrice: '95', exit: BOTH });
    expect(await activate()).toBe(0);
    world.quote([['94', '1']], [['95', '1']]);
    expect(await world.match()).toBe(1);
    expect(await activate()).toBe(0);
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '10', 'spot_frozen:BTC': '1' });
    await world.cancel(user, order.id);
    expect(await activate()).toBe(1);
    expect(await stopsOf(user)).toMatchObject([{ quantity: '1', status: 'waiting' }]);
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '10', 'spot_frozen:BTC': '1' });
    await world.cancel(user, (await world.orders(user))[0]?.id ?? '');
  });

  it('that bought nothing leaves nothing', async () => {
    const user = await world.aTrader();
    const order = await world.place(user, { quantity: '3', limitPrice: '95', exit: BOTH });
    await world.cancel(user, order.id);
    expect(await activate()).toBe(1);
    expect((await world.order(user, order.id)).exit).toMatchObject({ status: 'void' });
    const [exitEvent] = await world.orderEvents(user);
    expect(exitEvent).toMatchObject({ product: 'spot-exit', orderId: order.id, state: 'void', reason: 'user' });
    // Who has cancelled it need not be told.
    expect(noticesOf('order', exitEvent)).toEqual([]);
    expect(await activate()).toBe(0);
    expect(await world.of(SpotExitsStore).due({ demo: false, after: null }, 100, new Date())).toEqual([]);
  });

  it.each([
    ['at the market', {}],
    ['within a limit', { limitPrice: '101' }],
    // 1 at once, and the rest waits.
    ['in part, the rest waiting', { quantity: '3', limitPrice: '100' }],
    ['in part, the rest cancelled', { quantity: '14' }],
  ] as [string, Partial<SpotWish>][])('has its coins to itself from the execution on: %s', async (_, values) => {
    const user = await world.aTrader();
    const { id, filled } = await world.place(user, { quantity: '2', exit: BOTH, ...values });
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '10', 'spot_frozen:BTC': filled });
    const theirs = world.place(user, { side: 'sell', quantity: '10.5', limitPrice: '500' });
    await expect(theirs).rejects.toEqual(refusal('spot.insufficient-sellable'));
    const sold = await world.place(user, { side: 'sell', quantity: '10', limitPrice: '500' });
    if ((await world.order(user, id)).status === 'open') await world.cancel(user, id);
    expect(await activate()).toBe(1);
    expect((await stopsOf(user)).map(({ quantity }) => quantity)).toEqual([filled]);
    for (const order of await world.orders(user)) if (order.status === 'open') await world.cancel(user, order.id);
    expect(sold.status).toBe('open');
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': new Decimal(filled).plus(10).toFixed() });
  });

  it('is bought more of with a changed limit, and that is frozen, too', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, { quantity: '2', limitPrice: '95', exit: BOTH });
    const change = { userId: user, orderId: id, quantity: '4', limitPrice: '101', key: null };
    await world.of(AmendSpotOrder).execute(change);
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '10', 'spot_frozen:BTC': '3' });
    await world.cancel(user, id);
    expect(await activate()).toBe(1);
    await world.cancel(user, (await world.orders(user))[0]?.id ?? '');
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '13' });
  });

  it.each([
    ['11.5', '0.5', 'active'],
    ['12', null, 'void'],
  ])('of the version before, whose coins %s are used meanwhile, leaves %s', async (used, left, status) => {
    const user = await world.aTrader();
    const bought = await world.place(user, { quantity: '2' });
    // What it bought was free.
    await world.source.query(
      `insert into spot_exit (order_id, user_id, demo, take_profit, stop_loss, created_at) values ($1, $2, false, 120, 80, now())`,
      [bought.id, user],
    );
    const other = await world.place(user, { side: 'sell', quantity: used, limitPrice: '500' });
    expect(await activate()).toBe(1);
    const [exitEvent] = await world.orderEvents(user);
    expect(exitEvent).toMatchObject(
      left === null ? { product: 'spot-exit', reason: 'spent' } : { product: 'spot-stop' },
    );
    expect((await world.order(user, bought.id)).exit).toMatchObject({ status });
    expect((await stopsOf(user)).map(({ quantity }) => quantity)).toEqual(left === null ? [] : [left]);
    for (const { id, status: is } of await world.orders(user)) if (is === 'open') await world.cancel(user, id);
    expect(other.status).toBe('open');
  });

  it('leaves them when the book is open again where it was in cancel-only', async () => {
    const user = await world.aTrader();
    await world.place(user, { exit: BOTH });
    await world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
    try {
      expect(await activate()).toBe(0);
    } finally {
      await world.source.query(`update trading_mode set mode = 'open'`);
    }
    expect(await activate()).toBe(1);
    await world.cancel(user, (await world.orders(user))[0]?.id ?? '');
  });

  it.each([
    // At the market the last price counts, which is 100; a limit counts itself.
    [{ exit: { takeProfit: '100', stopLoss: null } }, 'spot.exit-sides'],
    [{ exit: { takeProfit: null, stopLoss: '100' } }, 'spot.exit-sides'],
    [{ limitPrice: '90', exit: { takeProfit: '120', stopLoss: '95' } }, 'spot.exit-sides'],
    [{ side: 'sell', exit: BOTH }, 'request.invalid'],
    [{ exit: { takeProfit: '120.00000001', stopLoss: null } }, 'spot.decimals'],
    [{ exit: { takeProfit: '0', stopLoss: null } }, 'request.invalid'],
  ] as const)('is refused %j: %s, and moves nothing', async (values, code) => {
    const user = await world.aTrader();
    await expect(world.place(user, values)).rejects.toEqual(refusal(code));
    expect(await world.orders(user)).toEqual([]);
  });

  it('keeps its limit between them', async () => {
    const user = await world.aTrader();
    const order = await world.place(user, {
      quantity: '1',
      limitPrice: '95',
      exit: { takeProfit: '97', stopLoss: '80' },
    });
    const change = { userId: user, orderId: order.id, quantity: null, key: null };
    for (const limitPrice of ['97', '80'])
      await expect(world.of(AmendSpotOrder).execute({ ...change, limitPrice })).rejects.toEqual(
        refusal('spot.exit-sides'),
      );
    await world.of(AmendSpotOrder).execute({ ...change, limitPrice: '96' });
    await world.cancel(user, order.id);
    await activate();
  });

  it('counts as an open order where its take-profit will be one, however little is frozen for the purchase itself', async () => {
    const user = await world.aTrader();
    const crowd = await world.crowd(user, 198);
    const takeProfit = { takeProfit: '120', stopLoss: null };
    const buys = ['0.1', '0.2'].map((quantity) => () => world.place(user, { quantity, exit: takeProfit }));
    await buys[0]?.();
    await activate();
    await buys[1]?.();
    await expect(world.place(user, { quantity: '0.3', exit: takeProfit })).rejects.toEqual(refusal('spot.too-many'));
    await world.place(user, { quantity: '0.3', exit: { takeProfit: null, stopLoss: '80' } });
    expect(
      (await world.orders(user)).filter(({ side, quantity }) => side === 'buy' && quantity === '0.3'),
    ).toHaveLength(1);
    await crowd.forget();
    await activate();
  });

  it('counts as a stop that waits, also with one that comes at once', async () => {
    const user = await world.aTrader();
    await world.source.query(
      `insert into spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price,
         quantity, fee_ratio, created_at, updated_at, reserved)
       select $1, $2, $3, $4, false, 'sell', 'fall', 1, 7, 0, now(), now(), 0 from generate_series(1, 49)`,
      [user, world.marketId, BTC, USDT],
    );
    const buys = ['0.1', '0.2'].map((quantity) => () => world.place(user, { quantity, exit: BOTH }));
    expect(outcomesOf(await heldBack(world.source, [user], buys))).toEqual(['done', 'spot.too-many-stops']);
    await world.source.query(`set session_replication_role = replica;
      delete from spot_stop where user_id = ${user} and quantity = 7; set session_replication_role = origin`);
    expect(await activate()).toBe(1);
    await world.cancel(user, (await world.orders(user))[0]?.id ?? '');
  });

  describe('can be taken back by its owner', () => {
    const takeBack = (userId: string, orderId: string, key: string | null = null) =>
      world.of(CancelSpotExit).execute({ userId, orderId, key });
    /** Free and frozen. */
    const coins = async (userId: string) => {
      const { 'spot:BTC': free, 'spot_frozen:BTC': frozen } = await world.balances(userId);
      return [free, frozen];
    };
    const shut = () => world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
    const open = () => world.source.query(`update trading_mode set mode = 'open'`);

    it('in cancel-only, where it waits with its coins: they are free at once, and nothing is placed', async () => {
      const user = await world.aTrader();
      const { id } = await world.place(user, { quantity: '2', exit: BOTH });
      await shut();
      try {
        expect(await activate()).toBe(0);
        await takeBack(user, id, 'once');
        // The same again is the same command.
        await takeBack(user, id, 'once');
        expect(await coins(user)).toEqual(['12', undefined]);
        await expect(takeBack(user, id, 'twice')).rejects.toEqual(refusal('spot.not-open'));
      } finally {
        await open();
      }
      expect(await activate()).toBe(0);
      expect((await world.order(user, id)).exit).toMatchObject({ ...BOTH, status: 'cancelled' });
      expect(await stopsOf(user)).toEqual([]);
      expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '12' });
    });

    it('while the purchase goes on, and what that buys from then on is free', async () => {
      const user = await world.aTrader();
      const { id, version } = await world.place(user, { quantity: '3', limitPrice: '95', exit: BOTH });
      world.quote([['94', '1']], [['95', '1']]);
      expect(await world.match()).toBe(1);
      expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '10', 'spot_frozen:BTC': '1' });
      await takeBack(user, id);
      const after = await world.order(user, id);
      expect(after).toMatchObject({ status: 'open', filled: '1', exit: { status: 'cancelled' } });
      expect(after.version).toBe(version + 2);
      expect(await coins(user)).toEqual(['11', undefined]);
      world.quote([['93', '1']], [['94', '1']]);
      expect(await world.match()).toBe(1);
      expect(await coins(user)).toEqual(['12', undefined]);
      await world.cancel(user, id);
      expect(await activate()).toBe(0);
    });

    it('before anything was bought', async () => {
      const user = await world.aTrader();
      const { id } = await world.place(user, { quantity: '3', limitPrice: '95', exit: BOTH });
      await takeBack(user, id);
      expect((await world.order(user, id)).exit).toMatchObject({ status: 'cancelled' });
      await world.cancel(user, id);
      expect(await activate()).toBe(0);
    });

    it('and by nobody else, nor where there is none, nor where it was placed', async () => {
      const [user, other] = [await world.aTrader(), await world.aTrader()];
      const { id } = await world.place(user, { quantity: '2', exit: BOTH });
      const plain = await world.place(user, { quantity: '1' });
      await expect(takeBack(other, id)).rejects.toEqual(refusal('spot.not-found'));
      await expect(takeBack(user, plain.id)).rejects.toEqual(refusal('spot.not-open'));
      expect(await activate()).toBe(1);
      await expect(takeBack(user, id)).rejects.toEqual(refusal('spot.not-open'));
      expect((await world.order(user, id)).exit).toMatchObject({ status: 'active' });
      for (const { id: placed, status } of await world.orders(user))
        if (status === 'open') await world.cancel(user, placed);
    });

    it('or is placed: at the same moment one of the two', async () => {
      const user = await world.aTrader();
      const { id } = await world.place(user, { quantity: '2', exit: { takeProfit: null, stopLoss: '80' } });
      const [placed, taken] = await Promise.all([
        activate(),
        takeBack(user, id).then(
          () => true,
          () => false,
        ),
      ]);
      const placedAfter = placed + (await activate());
      expect(placedAfter).toBe(taken ? 0 : 1);
      expect(await world.balances(user)).toMatchObject({ 'spot:BTC': taken ? '12' : '10' });
    });
  });

  describe('waits, and its owner changes where', () => {
    const amend = (
      userId: string,
      orderId: string,
      wish: Partial<Pick<ExitAmendmentWish, 'takeProfit' | 'stopLoss' | 'amendments'>> & { key?: string },
    ) =>
      world.of(AmendSpotExit).execute({
        takeProfit: null,
        stopLoss: null,
        amendments: null,
        key: null,
        ...wish,
        userId,
        orderId,
      });
    const waiting = (user: string, exit: SpotWish['exit'] = BOTH) =>
      world.place(user, { quantity: '2', limitPrice: '95', exit });
    const changesOf = (orderId: string) =>
      world.source.query(
        `select a.number, trim_scale(a.take_profit_before)::text as "from", trim_scale(a.take_profit_after)::text as "to",
                trim_scale(a.stop_loss_before)::text as "below", trim_scale(a.stop_loss_after)::text as "under" from spot_exit_amendment a join spot_exit x on x.id = a.exit_id
          where x.order_id = $1 order by a.id`,
        [orderId],
      );

    it('one of the two or both, each once, and that is what it leaves with the coins that it buys', async () => {
      const user = await world.aTrader();
      const { id, version } = await waiting(user);
      await amend(user, id, { stopLoss: '85', amendments: 0, key: 'once' });
      // The same again is the same command, though it would be refused by now.
      await amend(user, id, { stopLoss: '85', amendments: 0, key: 'once' });
      expect(await world.order(user, id)).toMatchObject({
        version: version + 1,
        exit: { takeProfit: '120', stopLoss: '85', status: 'waiting', amendments: 1 },
      });
      await amend(user, id, { takeProfit: '130', stopLoss: '90', amendments: 1 });
      expect(await changesOf(id)).toEqual([
        { number: 1, from: '120', to: '120', below: '80', under: '85' },
        { number: 2, from: '120', to: '130', below: '85', under: '90' },
      ]);
      world.quote([['93', '5']], [['94', '5']]);
      expect(await world.match()).toBe(1);
      expect(await activate()).toBe(1);
      const placed = (await world.orders(user)).find(({ side }) => side === 'sell');
      expect(placed).toMatchObject({ status: 'open', limitPrice: '130', quantity: '2' });
      expect(await stopsOf(user)).toMatchObject([{ status: 'waiting', triggerPrice: '90', quantity: '2' }]);
      await expect(amend(user, id, { stopLoss: '70' })).rejects.toEqual(refusal('spot.not-open'));
      await world.cancel(user, placed?.id ?? '');
    });

    it('with its coins, of which none are moved by that', async () => {
      const user = await world.aTrader();
      const { id } = await waiting(user);
      world.quote([['94', '1']], [['95', '1']]);
      expect(await world.match()).toBe(1);
      const before = await world.balances(user);
      await amend(user, id, { stopLoss: '85' });
      expect(await world.balances(user)).toEqual(before);
      expect((await world.order(user, id)).exit).toMatchObject({ stopLoss: '85', status: 'waiting' });
      await world.cancel(user, id);
      expect(await activate()).toBe(1);
      expect(await stopsOf(user)).toMatchObject([{ triggerPrice: '85', quantity: '1' }]);
      await world.cancel(user, (await world.orders(user))[0]?.id ?? '');
    });

    it.each([
      [BOTH, { stopLoss: '95' }, 'spot.exit-sides'],
      [BOTH, { takeProfit: '95' }, 'spot.exit-sides'],
      [BOTH, { stopLoss: '80' }, 'spot.unchanged'],
      [BOTH, {}, 'spot.unchanged'],
      [BOTH, { stopLoss: '80.000000001' }, 'spot.decimals'],
      [BOTH, { stopLoss: '0' }, 'request.invalid'],
      [BOTH, { stopLoss: '85', amendments: 1 }, 'spot.changed'],
      [{ takeProfit: '120', stopLoss: null }, { stopLoss: '85' }, 'request.invalid'],
      [{ takeProfit: null, stopLoss: '80' }, { takeProfit: '120' }, 'request.invalid'],
    ])('is refused where it leaves %j and is to leave %j: %s', async (exit, wish, code) => {
      const user = await world.aTrader();
      const { id } = await waiting(user, exit);
      await expect(amend(user, id, wish)).rejects.toEqual(refusal(code));
      expect((await world.order(user, id)).exit).toMatchObject({ ...exit, amendments: 0 });
      expect(await changesOf(id)).toEqual([]);
      await world.cancel(user, id);
      await activate();
    });

    it('by nobody else, nor where there is none, nor in cancel-only, nor once it was taken back', async () => {
      const [user, other] = [await world.aTrader(), await world.aTrader()];
      const { id } = await waiting(user);
      const plain = await world.place(user, { quantity: '1', limitPrice: '90' });
      await expect(amend(other, id, { stopLoss: '85' })).rejects.toEqual(refusal('spot.not-found'));
      await expect(amend(user, plain.id, { stopLoss: '85' })).rejects.toEqual(refusal('spot.not-open'));
      await world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
      try {
        await expect(amend(user, id, { stopLoss: '85' })).rejects.toEqual(refusal('ledger.cancel-only'));
      } finally {
        await world.source.query(`update trading_mode set mode = 'open'`);
      }
      await world.of(CancelSpotExit).execute({ userId: user, orderId: id, key: null });
      await expect(amend(user, id, { stopLoss: '85' })).rejects.toEqual(refusal('spot.not-open'));
      for (const { id: open, status } of await world.orders(user))
        if (status === 'open') await world.cancel(user, open);
    });

    it.each([
      ['first', '85'],
      ['last', '84'],
    ])(
      'and the limit of its purchase at the same moment, %s: what was judged by the other is judged again',
      async (turn, first) => {
        const user = await world.aTrader();
        const { id } = await waiting(user);
        const stop = () => amend(user, id, { stopLoss: '85' });
        const limit = () =>
          world.of(AmendSpotOrder).execute({ userId: user, orderId: id, quantity: null, limitPrice: '84', key: null });
        const both = turn === 'first' ? [stop, limit] : [limit, stop];
        expect(outcomesOf(await heldBack(world.source, [user], both))).toEqual(['done', 'spot.exit-sides']);
        const { limitPrice, exit } = await world.order(user, id);
        expect(turn === 'first' ? exit?.stopLoss : limitPrice).toBe(first);
        await world.cancel(user, id);
        await activate();
      },
    );

    it('and not once its purchase has ended, or ends at the same moment, though nothing is placed yet', async () => {
      const user = await world.aTrader();
      const { id } = await waiting(user);
      const both = [() => world.cancel(user, id), () => amend(user, id, { stopLoss: '85' })];
      expect(outcomesOf(await heldBack(world.source, [user], both))).toEqual(['done', 'spot.not-open']);
      expect((await world.order(user, id)).exit).toMatchObject({ status: 'waiting', stopLoss: '80' });
      await expect(amend(user, id, { stopLoss: '85' })).rejects.toEqual(refusal('spot.not-open'));
      expect(await activate()).toBe(1);
    });

    it('by a row of the change alone, which is written once', async () => {
      const user = await world.aTrader();
      const { id } = await waiting(user);
      const change = (set: string) => world.source.query(`update spot_exit set ${set} where order_id = ${id}`);
      await expect(change('stop_loss = 85, amendments = 1')).rejects.toMatchObject({ code: 'SP009' });
      await amend(user, id, { stopLoss: '85' });
      for (const set of ['stop_loss = 84', 'amendments = 2', 'stop_loss = 84, amendments = 1'])
        await expect(change(set)).rejects.toMatchObject({ code: 'SP009' });
      await expect(world.source.query('update spot_exit_amendment set stop_loss_after = 1')).rejects.toThrow();
      await expect(world.source.query('delete from spot_exit_amendment')).rejects.toThrow();
      await world.cancel(user, id);
      await activate();
    });
  });

  it('is written once', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, { exit: BOTH });
    for (const change of ['stop_loss = 1', `status = 'active'`, 'take_profit = null'])
      await expect(world.source.query(`update spot_exit set ${change} where order_id = ${id}`)).rejects.toThrow();
    await activate();
    await expect(
      world.source.query(`update spot_exit set status = 'waiting' where order_id = ${id}`),
    ).rejects.toThrow();
    await world.cancel(user, (await world.orders(user))[0]?.id ?? '');
  });
});
