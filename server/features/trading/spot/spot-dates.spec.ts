import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { decideBy } from '../../../test/database.js';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { dateOf, rootTape } from '../../../test/factories/tape.js';
import { SpotWorld } from '../../../test/factories/spot-world.js';
import { brokenInvariants } from '../../../test/faults/broken-invariants.js';
import { TapePartitionsStore } from '../../markets/tape/tape-partitions.store.js';
import { noticesOf } from '../../account/event-centre/event-notice.rules.js';
import { ActivateSpotExits } from './activate-spot-exits.js';
import { AmendSpotOrder } from './amend-spot-order.js';
import { CancelSpotStop } from './cancel-spot-stop.js';
import type { PairWish } from './draft-spot-pair.js';
import type { StopWish } from './draft-spot-stop.js';
import { ExpireSpotOrders } from './expire-spot-orders.js';
import { ExpireSpotStops } from './expire-spot-stops.js';
import { PlaceSpotPair } from './place-spot-pair.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { PreviewSpotOrder } from './preview-spot-order.js';
import { ReachSpotStops } from './reach-spot-stops.js';
import { SpotExitsStore } from './spot-exits.store.js';
import { type SpotStop, SpotStopsStore } from './spot-stops.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const WHOLE = { 'spot:USDT': '10000', 'spot:BTC': '10' };
const BOTH = { takeProfit: '120', stopLoss: '80' };

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());

const refusal = (code: string) => expect.objectContaining({ code });
const soon = () => world.of(Clock).now() + 5 * MINUTE;
const expire = () => world.of(ExpireSpotStops).execute();
const expireOrders = () => world.of(ExpireSpotOrders).execute();
const reach = () => world.of(ReachSpotStops).execute();
const trigger = () => world.of(TriggerSpotStops).execute(world.marketId, false);
const activate = () => world.of(ActivateSpotExits).execute();
const cancel = ({ userId, id }: SpotStop) => world.of(CancelSpotStop).execute({ userId, stopId: id, key: null });
const last = (ask: string, bid = '50') => world.quote([[bid, '10']], [[ask, '10']]);

const PLACE = { baseCurrencyId: BTC, quoteCurrencyId: USDT, demo: false, side: 'sell', quantity: '2' } as const;
const wishOf = (values: Partial<StopWish> = {}): StopWish => ({
  ...PLACE,
  triggerPrice: '90',
  limitPrice: null,
  expiresAt: soon(),
  ...values,
});
const pairOf = (values: Partial<PairWish> = {}): PairWish => ({
  ...PLACE,
  limitPrice: '110',
  triggerPrice: '90',
  stopLimitPrice: null,
  expiresAt: soon(),
  ...values,
});

async function now(userId: string, demo = false): Promise<SpotStop> {
  const statuses = ['waiting', 'triggered', 'cancelled'] as const;
  const [stop] = await world.of(SpotStopsStore).list({ userId, demo, statuses, page: 1, limit: 10 });
  return stop as SpotStop;
}

async function place(userId: string, values: Partial<StopWish> = {}): Promise<SpotStop> {
  await world.of(PlaceSpotStop).execute(userId, wishOf(values), null);
  return now(userId, values.demo);
}

/** The date of all that waits for the user came a second ago, or in so long: nobody waits for a minute. */
const pass = (userId: string, ago = `interval '1 second'`) =>
  world.source.query(`set session_replication_role = replica;
    update spot_stop set expires_at = now() - ${ago} where user_id = ${userId} and status = 'waiting';
    update spot_order set expires_at = now() - ${ago} where user_id = ${userId} and expires_at is not null and status = 'open';
    update spot_exit set expires_at = now() - ${ago} where user_id = ${userId} and expires_at is not null;
    set session_replication_role = origin`);

const newest = async (userId: string) => (await world.orderEvents(userId))[0];
/** What the last event of an order makes the event centre say. */
const notices = async (userId: string) => noticesOf('order', await newest(userId));

describe('a stop until a date', () => {
  it.each([
    ['at the market', {}, { 'spot_frozen:BTC': '2' }],
    // 2 x 120 and a thousandth.
    ['with a limit', { side: 'buy', triggerPrice: '110', limitPrice: '120' }, { 'spot_frozen:USDT': '240.24' }],
    ['that follows the price', { triggerPrice: null, trailPercent: '10' }, { 'spot_frozen:BTC': '2' }],
    ['of demo money', { demo: true }, { 'spot_frozen:BTC': '2' }],
  ] as [string, Partial<StopWish>, Record<string, string>][])(
    'ends at it once, with all that was frozen: %s',
    async (_, values, frozen) => {
      const user = await world.aTrader(values.demo);
      const stop = await place(user, values);
      expect(stop.expiresAt?.getTime()).toBeGreaterThan(world.of(Clock).now());
      expect(await world.balances(user, values.demo)).toMatchObject(frozen);
      expect(await expire()).toBe(0);
      await pass(user);
      const rounds = await Promise.all([1, 2, 3, 4].map(expire));
      expect(rounds.reduce((sum, ended) => sum + ended, 0)).toBe(1);
      expect(await now(user, values.demo)).toMatchObject({ status: 'cancelled', reason: 'expired', reserved: '0' });
      expect(await world.balances(user, values.demo)).toEqual(WHOLE);
      expect((await world.publishedKinds(user)).slice(-3)).toEqual(['order', 'balance', 'balance']);
      const expected = [{ kind: 'stop-expired', parameters: { market: 'BTC/USDT', price: stop.triggerPrice } }];
      expect(await notices(user)).toEqual(values.demo ? [] : expected);
      await expect(cancel(stop)).rejects.toEqual(refusal('spot.not-open'));
      expect(await expire()).toBe(0);
    },
  );

  it('is not triggered after it, whoever looks first', async () => {
    const user = await world.aTrader();
    await place(user);
    await pass(user);
    last('85');
    expect(await trigger()).toBe(0);
    expect(await expire()).toBe(1);
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it('that the tape had reached before becomes its order however late, and what nobody judged yet is waited for', async () => {
    const user = await world.aTrader();
    const { id } = await place(user);
    await world.tape('95');
    await reach();
    await world.tape('85');
    await pass(user, `interval '-3 seconds'`);
    // The clock of the test goes with the date, and the tape is not judged up to it.
    const at = new Date(world.of(Clock).now() + 4000);
    const round = (tx: Parameters<SpotStopsStore['expire']>[0]) => world.of(SpotStopsStore).expire(tx, [id], at);
    expect(await world.of(SpotStopsStore).due(10, [], at)).toEqual([]);
    expect(await world.app.serving.transaction((tx) => round(tx as never))).toMatchObject({ ended: 0 });
    expect(await reach()).toBe(1);
    expect(await world.app.serving.transaction((tx) => round(tx as never))).toMatchObject({ ended: 0 });
    await pass(user);
    expect(await expire()).toBe(0);
    last('95', '84');
    expect(await trigger()).toBe(1);
    expect(await now(user)).toMatchObject({ status: 'triggered', triggeredPrice: '85' });
  });

  it('that the tape had reached is reached however late the tape is judged: its days stay until then', async () => {
    const user = await world.aTrader();
    await place(user);
    await world.tape('95');
    await reach();
    await world.tape('85');
    await rootTape(world.source);
    const [{ at }] = await world.source.query(
      'select (extract(epoch from second) * 1000)::float8 as at from tape_head where market_id = $1',
      [world.marketId],
    );
    const days = () => new TapePartitionsStore(world.app.serving).dropOlderThan(2, at + 4 * DAY);
    expect((await days()).held).toContain(dateOf(at));
    expect(await reach()).toBe(1);
    // One that no round has heard of may have been placed before what was judged.
    const unheard = await place(user, { triggerPrice: '80' });
    expect((await days()).held).toContain(dateOf(at));
    expect(await reach()).toBe(0);
    expect((await days()).dropped).toContain(dateOf(at));
    // What waits would be another test's.
    await cancel(unheard);
    last('95');
    expect(await trigger()).toBe(1);
  });

  it('that the tape reached after it ends all the same', async () => {
    const user = await world.aTrader();
    await place(user);
    await world.tape('95');
    await reach();
    await pass(user);
    await world.tape('85');
    expect(await reach()).toBe(0);
    expect(await expire()).toBe(1);
    expect(await now(user)).toMatchObject({ reason: 'expired', triggeredPrice: null });
  });

  it('with a limit becomes an order until the same date', async () => {
    const user = await world.aTrader();
    const { expiresAt } = await place(user, { limitPrice: '95' });
    last('88');
    expect(await trigger()).toBe(1);
    const [order] = await world.orders(user);
    expect(order).toMatchObject({ status: 'open', limitPrice: '95', timeInForce: 'gtd', expiresAt });
    await pass(user);
    expect(await expireOrders()).toBe(1);
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it('with a limit, reached before, becomes an order long after it, which ends without a broken book', async () => {
    const user = await world.aTrader();
    await place(user, { limitPrice: '95' });
    await world.tape('85');
    expect(await reach()).toBe(1);
    await pass(user, `interval '10 minutes'`);
    last('88');
    expect(await trigger()).toBe(1);
    expect((await world.orders(user))[0]).toMatchObject({ status: 'open', timeInForce: 'gtd' });
    expect(await world.source.transaction((tx) => brokenInvariants(tx, ['S06', 'S13']))).toEqual([]);
    expect(await expireOrders()).toBe(1);
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it('ends in cancel-only, too', async () => {
    const user = await world.aTrader();
    await place(user);
    await pass(user);
    await world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
    try {
      expect(await expire()).toBe(1);
    } finally {
      await world.source.query(`update trading_mode set mode = 'open'`);
    }
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it('that is cancelled and ends at the same instant gives back once', async () => {
    const user = await world.aTrader();
    const stop = await place(user);
    await pass(user);
    const outcomes = outcomesOf(await heldBack(world.source, [user], [() => cancel(stop), expire]));
    expect(await world.balances(user)).toEqual(WHOLE);
    expect(['done', 'spot.not-open']).toContain(outcomes[0]);
    await expire();
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it.each([
    ['in a moment', 30_000],
    ['in the past', -DAY],
    ['in 91 days', 91 * DAY],
  ])('is refused %s: alone, in a pair and for what a purchase leaves', async (_, ahead) => {
    const user = await world.aTrader();
    const expiresAt = world.of(Clock).now() + ahead;
    const [stop, pair, order] = [
      wishOf({ expiresAt }),
      pairOf({ expiresAt }),
      world.wish({ exit: { ...BOTH, expiresAt } }),
    ];
    const tries = [
      world.of(PlaceSpotStop).execute(user, stop, null),
      world.of(PlaceSpotStop).preview(user, stop),
      world.of(PlaceSpotPair).execute(user, pair, null),
      world.of(PlaceSpotPair).preview(user, pair),
      world.place(user, order),
      world.of(PreviewSpotOrder).execute(user, order),
    ];
    for (const each of await Promise.allSettled(tries))
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'spot.expiry' } });
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it('cannot be given another date by hand', async () => {
    const stop = await place(await world.aTrader());
    await expect(world.source.query(`update spot_stop set expires_at = now() where id = ${stop.id}`)).rejects.toThrow();
    await cancel(stop);
  });
});

describe('a pair until a date', () => {
  const placePair = async (user: string, values: Partial<PairWish> = {}) => {
    await world.of(PlaceSpotPair).execute(user, pairOf(values), null);
    return { stop: await now(user), order: (await world.orders(user))[0] };
  };

  it('ends with both at it, and gives its one amount back', async () => {
    const user = await world.aTrader();
    const { stop, order } = await placePair(user);
    expect(stop).toMatchObject({ pairedOrderId: order?.id, expiresAt: order?.expiresAt });
    expect(order).toMatchObject({ timeInForce: 'gtd' });
    await pass(user);
    expect(await expire()).toBe(0);
    expect(await expireOrders()).toBe(1);
    expect(await now(user)).toMatchObject({ status: 'cancelled', reason: 'expired' });
    expect((await world.orders(user))[0]).toMatchObject({ status: 'cancelled', reason: 'expired', reserved: '0' });
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it('whose stop was reached before goes on until that is its order', async () => {
    const user = await world.aTrader();
    await placePair(user);
    await world.tape('85');
    expect(await reach()).toBe(1);
    await pass(user);
    expect(await expireOrders()).toBe(0);
    last('85', '84');
    expect(await trigger()).toBe(1);
    const [sold, waited] = await world.orders(user);
    expect(sold).toMatchObject({ status: 'filled', filled: '2' });
    expect(waited).toMatchObject({ status: 'cancelled', reason: 'stop-triggered' });
  });
});

describe('what a purchase leaves until a date', () => {
  const until = () => ({ ...BOTH, expiresAt: soon() });

  it('is placed until it, and ends at it with its coins', async () => {
    const user = await world.aTrader();
    const exit = until();
    const { id } = await world.place(user, { quantity: '2', exit });
    expect((await world.order(user, id)).exit).toMatchObject({ expiresAt: exit.expiresAt, status: 'waiting' });
    expect(await activate()).toBe(1);
    expect(await now(user)).toMatchObject({ expiresAt: new Date(exit.expiresAt) });
    expect((await world.orders(user))[0]).toMatchObject({ timeInForce: 'gtd', expiresAt: new Date(exit.expiresAt) });
    await pass(user);
    expect(await expireOrders()).toBe(1);
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '12' });
  });

  it('that has passed is placed no more, also while the purchase goes on: what was frozen is free, once', async () => {
    const user = await world.aTrader();
    // 1 at once.
    const { id } = await world.place(user, { quantity: '3', limitPrice: '100', exit: until() });
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '10', 'spot_frozen:BTC': '1' });
    await pass(user);
    const looks = await Promise.all([1, 2, 3].map(activate));
    expect(looks.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect((await world.order(user, id)).exit).toMatchObject({ status: 'expired' });
    expect((await world.publishedKinds(user)).slice(-3)).toEqual(['order', 'balance', 'balance']);
    expect(await newest(user)).toMatchObject({ product: 'spot-exit', reason: 'expired', filled: '1' });
    expect(await notices(user)).toEqual([{ kind: 'exit-expired', parameters: { market: 'BTC/USDT' } }]);
    // What it buys from now on is free.
    world.quote([['80', '1']], [['100', '1.5']]);
    expect(await world.match()).toBe(1);
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '12.5' });
    await world.cancel(user, id);
    expect(await activate()).toBe(0);
  });

  it('comes to nothing with a purchase that the market ended, and its owner is told that no stop stands, once', async () => {
    const user = await world.aTrader();
    const time = { timeInForce: 'gtd', expiresAt: soon() } as const;
    const { id } = await world.place(user, {
      quantity: '3',
      limitPrice: '95',
      ...time,
      exit: BOTH,
    });
    expect(await notices(user)).toEqual([]);
    await pass(user);
    expect(await expireOrders()).toBe(1);
    expect(await notices(user)).toEqual([{ kind: 'order-expired', parameters: { market: 'BTC/USDT' } }]);
    const looks = await Promise.all([1, 2, 3].map(activate));
    expect(looks.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await activate()).toBe(0);
    expect(await newest(user)).toEqual({
      entity: expect.stringMatching(/^spot-exit:[0-9]+$/),
      entityVersion: 1,
      orderId: id,
      market: 'BTC/USDT',
      state: 'void',
      reason: 'nothing-bought',
      product: 'spot-exit',
      demo: false,
      side: 'buy',
      filled: '0',
    });
    expect(await notices(user)).toEqual([{ kind: 'exit-void', parameters: { market: 'BTC/USDT' } }]);
  });

  it('that has passed does not bind the limit of the purchase any more', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, { quantity: '3', limitPrice: '95', exit: until() });
    const change = { userId: user, orderId: id, limitPrice: '79', quantity: null, key: null };
    const amend = () => world.of(AmendSpotOrder).execute(change);
    await expect(amend()).rejects.toEqual(refusal('spot.exit-sides'));
    await pass(user);
    await activate();
    await amend();
    expect(await world.order(user, id)).toMatchObject({ limitPrice: '79', exit: { status: 'expired' } });
    await world.cancel(user, id);
  });

  it('that has passed says so, also by a process whose clock is late', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, { quantity: '3', limitPrice: '100', exit: until() });
    await pass(user);
    const late = new Date(world.of(Clock).now() - 10_000);
    await decideBy('own', (text) => world.source.query(text));
    try {
      await world.of(Transactions).run((tx) => world.of(SpotExitsStore).activate(tx, id, late));
    } finally {
      await decideBy('callers', (text) => world.source.query(text));
    }
    expect((await world.order(user, id)).exit).toMatchObject({ status: 'expired' });
    expect(await world.balances(user)).toMatchObject({ 'spot:BTC': '11' });
    await world.cancel(user, id);
  });
});
