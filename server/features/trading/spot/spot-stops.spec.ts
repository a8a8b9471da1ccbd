import { heldBack, inTurn, outcomesOf } from '../../../test/factories/held-back.js';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { DEEP, SpotWorld } from '../../../test/factories/spot-world.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { TapedSecond } from '../../../test/factories/tape.js';
import { CancelSpotStop } from './cancel-spot-stop.js';
import type { StopWish } from './draft-spot-stop.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { ReachSpotStops } from './reach-spot-stops.js';
import { type SpotStop, SpotStopsStore } from './spot-stops.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

const WHOLE = { 'spot:USDT': '10000', 'spot:BTC': '10' };

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());

const refusal = (code: string) => expect.objectContaining({ code });
const trigger = (demo = false) => world.of(TriggerSpotStops).execute(world.marketId, demo);
const reach = () => world.of(ReachSpotStops).execute();
const cancel = ({ userId, id }: SpotStop, key: string | null = null) =>
  world.of(CancelSpotStop).execute({ userId, stopId: id, key });

const wishOf = (values: Partial<StopWish> = {}): StopWish => ({
  baseCurrencyId: BTC,
  quoteCurrencyId: USDT,
  demo: false,
  side: 'sell',
  quantity: '1',
  triggerPrice: '90',
  limitPrice: null,
  ...values,
});

const stopsOf = (userId: string, demo = false): Promise<SpotStop[]> =>
  world.of(SpotStopsStore).list({ userId, demo, statuses: ['waiting', 'triggered', 'cancelled'], page: 1, limit: 100 });

async function place(userId: string, values: Partial<StopWish> = {}, key: string | null = null): Promise<SpotStop> {
  await world.of(PlaceSpotStop).execute(userId, wishOf(values), key);
  return (await stopsOf(userId, values.demo))[0] as SpotStop;
}

/** The last price is the best ask of the book. */
const last = (ask: string, bid = '50') => world.quote([[bid, '10']], [[ask, '10']]);

describe('a stop', () => {
  it.each([
    ['a sale that falls', { side: 'sell', quantity: '2', triggerPrice: '90' }, 'fall', { 'spot_frozen:BTC': '2' }],
    ['a sale that rises', { side: 'sell', quantity: '2', triggerPrice: '110' }, 'rise', { 'spot_frozen:BTC': '2' }],
    // 2 x 120 and a thousandth.
    [
      'a purchase with a limit',
      { side: 'buy', quantity: '2', triggerPrice: '110', limitPrice: '120' },
      'rise',
      { 'spot_frozen:USDT': '240.24' },
    ],
    [
      'a purchase for an amount',
      { side: 'buy', quantity: '500', triggerPrice: '90' },
      'fall',
      { 'spot_frozen:USDT': '500' },
    ],
  ] as const)('freezes what its order can need, and gives it back: %s', async (_, values, direction, frozen) => {
    const user = await world.aTrader();
    const preview = await world.of(PlaceSpotStop).preview(user, wishOf(values));
    const stop = await place(user, values);
    expect(stop).toMatchObject({ direction, status: 'waiting', reserved: Object.values(frozen)[0] });
    const balances = await world.balances(user);
    expect(balances).toMatchObject(frozen);
    expect(preview.balanceAfter).toBe(balances[values.side === 'buy' ? 'spot:USDT' : 'spot:BTC']);
    expect(await world.publishedKinds(user)).toEqual(['order', 'balance', 'balance']);
    await cancel(stop);
    expect(await world.balances(user)).toEqual(WHOLE);
    await expect(cancel(stop, 'another-cancel-key')).rejects.toEqual(refusal('spot.not-open'));
  });

  it('is placed once for one key', async () => {
    const user = await world.aTrader();
    await Promise.all([1, 2, 3, 4].map(() => place(user, {}, 'one-stop-key')));
    expect(await stopsOf(user)).toHaveLength(1);
    await cancel((await stopsOf(user))[0] as SpotStop);
  });

  it.each([
    [{ triggerPrice: '100' }, 'spot.trigger-reached'],
    // Its user saw the price above it, and it has fallen through.
    [{ triggerPrice: '110', direction: 'fall' }, 'spot.trigger-reached'],
    [{ quantity: '11' }, 'spot.insufficient-sellable'],
    [{ side: 'buy', quantity: '10001' }, 'spot.insufficient-balance'],
    [{ quantity: '0.01' }, 'spot.below-minimum'],
    [{ triggerPrice: '90.00000001' }, 'spot.decimals'],
    [{ triggerPrice: '0' }, 'request.invalid'],
    [{ baseCurrencyId: 999 }, 'markets.unknown-symbol'],
  ] as [Partial<StopWish>, string][])('is refused %j: %s, and moves nothing', async (values, code) => {
    const user = await world.aTrader();
    await expect(place(user, values)).rejects.toEqual(refusal(code));
    expect(await world.balances(user)).toEqual(WHOLE);
    expect(await stopsOf(user)).toEqual([]);
  });

  it('is nobody else’s to cancel', async () => {
    const stop = await place(await world.aTrader());
    await expect(cancel({ ...stop, userId: await world.aTrader() })).rejects.toEqual(refusal('spot.not-found'));
    await cancel(stop);
  });
});

describe('the price of a stop', () => {
  it('that is not reached turns nothing into an order', async () => {
    const stop = await place(await world.aTrader());
    last('90.01');
    expect(await trigger()).toBe(0);
    await cancel(stop);
  });

  it('that is reached sells at the market, once, whoever looks', async () => {
    const user = await world.aTrader();
    await place(user, { quantity: '2' });
    last('89', '88');
    const rounds = await Promise.all([1, 2, 3, 4].map(() => trigger()));
    expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(1);
    const [stop] = await stopsOf(user);
    const [order, ...others] = await world.orders(user);
    expect(others).toEqual([]);
    expect(stop).toMatchObject({ status: 'triggered', orderId: order?.id, reserved: '0' });
    expect(order).toMatchObject({ status: 'filled', side: 'sell', limitPrice: null, amount: '176', fee: '0.176' });
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '10175.824', 'spot:BTC': '8' });
    expect(await trigger()).toBe(0);
  });

  it('that is reached leaves an order with a limit, of which a part is executed at once and the rest waits', async () => {
    const user = await world.aTrader();
    await place(user, { side: 'buy', quantity: '3', triggerPrice: '110', limitPrice: '112' });
    world.quote(
      [['109', '1']],
      [
        ['111', '1'],
        ['113', '5'],
      ],
    );
    expect(await trigger()).toBe(1);
    const [order] = await world.orders(user);
    // 1 at 111 and its fee; 2 x 112 with a thousandth wait.
    expect(order).toMatchObject({ status: 'open', filled: '1', amount: '111', limitPrice: '112', reserved: '224.224' });
    expect(await world.balances(user)).toEqual({
      'spot:USDT': '9664.665',
      'spot_frozen:USDT': '224.224',
      'spot:BTC': '11',
    });
    await world.cancel(user, order?.id ?? '');
  });

  it('that is reached buys for an amount, and what is left of it is free again', async () => {
    const user = await world.aTrader();
    await place(user, { side: 'buy', quantity: '500', triggerPrice: '90' });
    last('90');
    await trigger();
    // 500 / 1.001 / 90 = 5.5500055…, cut to six decimals: 5.550005 x 90 = 499.50045 and 0.49950045.
    expect((await world.orders(user))[0]).toMatchObject({
      status: 'filled',
      quantity: '5.550005',
      amount: '499.50045',
    });
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '9500.00004955', 'spot:BTC': '15.550005' });
  });

  it.each(['stale', 'halted', 'closed'] as const)('counts for nothing while the market is %s', async (status) => {
    const stop = await place(await world.aTrader());
    world.quote([['88', '1']], [['89', '1']], { status });
    expect(await trigger()).toBe(0);
    await cancel(stop);
  });

  it('counts for nothing in cancel-only, and does afterwards', async () => {
    const user = await world.aTrader();
    await place(user);
    last('89', '88');
    await world.source.query(`update trading_mode set mode = 'cancel-only' where not demo`);
    try {
      expect(await trigger()).toBe(0);
      expect(await stopsOf(user)).toMatchObject([{ status: 'waiting', reserved: '1' }]);
    } finally {
      await world.source.query(`update trading_mode set mode = 'open'`);
    }
    expect(await trigger()).toBe(1);
  });

  it('waits for a book where the order is one at the market', async () => {
    const user = await world.aTrader();
    await place(user);
    world.quote([], [['89', '1']]);
    expect(await trigger()).toBe(0);
    last('89', '88');
    expect(await trigger()).toBe(1);
  });

  it('of demo money is apart', async () => {
    const user = await world.aTrader(true);
    await place(user, { demo: true });
    last('89', '88');
    expect(await trigger()).toBe(0);
    expect(await trigger(true)).toBe(1);
    expect(await world.balances(user, true)).toMatchObject({ 'spot:BTC': '9' });
  });

  it('may be reached by the last coins that there are: nothing else can have them', async () => {
    const user = await world.aTrader();
    await place(user, { quantity: '10' });
    await expect(world.place(user, { side: 'sell', quantity: '1' })).rejects.toEqual(
      refusal('spot.insufficient-sellable'),
    );
    last('89', '88');
    expect(await trigger()).toBe(1);
  });
});

describe('the tape', () => {
  /** The last prices of the next seconds, which no worker looks at. */
  const unseen = async (...prices: (string | null)[]) => {
    for (const price of prices) await world.tape(price);
  };

  it('that reached a stop while nobody looked makes it its order at the prices of now, with its receipt', async () => {
    const user = await world.aTrader();
    await place(user, { quantity: '2' });
    await unseen('95');
    expect(await reach()).toBe(0);
    await unseen('94', '90.01', '89.5', '80', '97');
    expect(await trigger()).toBe(0);
    expect(await reach()).toBe(1);
    const [reached] = await stopsOf(user);
    expect(reached).toMatchObject({ status: 'waiting', reserved: '2', triggeredPrice: '89.5' });
    expect(await world.balances(user)).toMatchObject({ 'spot_frozen:BTC': '2' });
    // The book of now buys at 99: 198 less a thousandth.
    expect(await trigger()).toBe(1);
    const [[stop], [order]] = [await stopsOf(user), await world.orders(user)];
    expect(stop).toMatchObject({ status: 'triggered', orderId: order?.id, triggeredPrice: '89.5' });
    expect(stop?.triggeredPriceAt).toEqual(reached?.triggeredPriceAt);
    expect(order?.stop).toEqual({
      id: stop?.id,
      direction: 'fall',
      triggerPrice: '90',
      triggeredPrice: '89.5',
      triggeredAt: stop?.triggeredPriceAt?.getTime(),
    });
    expect(await world.balances(user)).toEqual({ 'spot:USDT': '10197.802', 'spot:BTC': '8' });
  });

  it.each<[string, string | null, Partial<TapedSecond>]>([
    ['had no sound index', '89', { state: 'degraded' }],
    ['had no last price', null, {}],
    ['had an index that did not come so far', '89', { index: '90.5' }],
    ['had a last price that did not come so far', '90.5', { index: '89' }],
    ['was before the stop was placed', '89', { at: Math.floor(Date.now() / 1000) * 1000 - 60_000 }],
  ])('reaches nothing in a second that %s', async (_, price, changes) => {
    const stop = await place(await world.aTrader());
    await world.tape(price, changes);
    await world.tape('95');
    expect(await reach()).toBe(0);
    await cancel(stop);
  });

  const constituentsAt = (
    price: string | null,
    ageMs = 0,
    venue = 'simulated-a',
  ): Pick<TapedSecond, 'constituents'> => ({
    constituents: [
      ['simulated-b', '100', 0, true],
      [venue, price, ageMs, true],
    ],
  });

  it.each<[string, Partial<TapedSecond>]>([
    ['its contracts alone have come so far', { last: '80', index: '89', ...constituentsAt('95') }],
    ['another venue alone has', { last: '80', index: '89', ...constituentsAt('80', 0, 'simulated-c') }],
    [
      'its venue has said nothing for more than five seconds',
      { last: '80', index: '89', ...constituentsAt('89', 5001) },
    ],
    ['its venue has never said anything', { last: '80', index: '89', ...constituentsAt(null) }],
  ])('of a pair with contracts reaches nothing where %s', async (_, second) => {
    const stop = await place(await world.aTrader());
    await world.tape('95', second);
    expect(await reach()).toBe(0);
    await cancel(stop);
  });

  it('of a pair goes by the pair’s own last price, wherever its futures are', async () => {
    const user = await world.aTrader();
    await place(user);
    await world.tape('95', { index: '89.9', ...constituentsAt('89.5', 5000) });
    expect(await reach()).toBe(1);
    expect(await stopsOf(user)).toMatchObject([{ triggeredPrice: '89.5' }]);
    expect(await trigger()).toBe(1);
  });

  it('of live prices knows the pair’s venue by its instrument', async () => {
    const user = await world.aTrader();
    await place(user);
    await world.tape('95', { origin: 'live', index: '89', ...constituentsAt('89') });
    expect(await reach()).toBe(0);
    await world.tape('95', { origin: 'live', index: '89', ...constituentsAt('89.5', 0, 'bybit') });
    expect(await reach()).toBe(1);
    expect(await stopsOf(user)).toMatchObject([{ triggeredPrice: '89.5' }]);
    expect(await trigger()).toBe(1);
  });

  it('of a pair without futures of another instrument goes by its last price', async () => {
    const user = await world.aTrader();
    await place(user);
    const futures = (instrument: string) =>
      world.source.query(`update market set perpetual_instrument = ${instrument} where id = $1`, [world.marketId]);
    const [{ before }] = await world.source.query(
      'select quote_nullable(perpetual_instrument) as before from market where id = $1',
      [world.marketId],
    );
    await futures('pair_instrument');
    try {
      await world.tape('89.5', { index: '89.9', constituents: [] });
      expect(await reach()).toBe(1);
    } finally {
      await futures(before);
    }
    expect(await stopsOf(user)).toMatchObject([{ triggeredPrice: '89.5' }]);
    expect(await trigger()).toBe(1);
  });

  it('reaches no real money by an origin that may not serve it', async () => {
    const [real, practice] = [await world.aTrader(), await world.aTrader(true)];
    const stops = [await place(real), await place(practice, { demo: true })];
    await unseen('89');
    const terms = { market: world.marketId, shut: false, origins: ['live'] as const, seconds: 60, most: 100 };
    const judging = { ...terms, at: new Date() };
    const found = await world.of(Transactions).run((tx) => world.of(SpotStopsStore).reach(tx, judging));
    expect(found).toMatchObject({ reached: 1, more: false, beyond: false, users: [stops[1]?.userId] });
    expect(await stopsOf(real)).toMatchObject([{ triggeredPrice: null }]);
    expect(await stopsOf(practice, true)).toMatchObject([{ triggeredPrice: '89' }]);
    for (const stop of stops) await cancel(stop);
  });

  it.each(['a halt', 'cancel-only'])('passes over the seconds of %s, also afterwards', async (what) => {
    const stop = await place(await world.aTrader());
    const [shut, open] =
      what === 'a halt'
        ? [
            `update market set halted_reason = 'Maintenance' where id = ${world.marketId}`,
            'update market set halted_reason = null',
          ]
        : [`update trading_mode set mode = 'cancel-only' where not demo`, `update trading_mode set mode = 'open'`];
    await world.source.query(shut);
    await world.reload();
    try {
      await unseen('89');
      expect(await reach()).toBe(0);
    } finally {
      await world.source.query(open);
      await world.reload();
    }
    expect(await reach()).toBe(0);
    expect(await stopsOf(stop.userId)).toMatchObject([{ status: 'waiting', triggeredPrice: null }]);
    await cancel(stop);
  });

  describe('beside halts that nobody has looked at yet', () => {
    const halt = (halted: boolean, at: number) =>
      world.source.query('insert into market_halt (market_id, halted, at) values ($1, $2, $3)', [
        world.marketId,
        halted,
        new Date(at),
      ]);
    const newest = async (): Promise<number> => {
      const [head] = await world.source.query('select second from tape_head where market_id = $1', [world.marketId]);
      return (head as { second: Date }).second.getTime();
    };
    afterEach(() =>
      world.source.query(`set session_replication_role = replica;
        delete from market_halt where market_id = ${world.marketId}; set session_replication_role = origin`),
    );

    it('was reached by what was before one, also while it lasts', async () => {
      const user = await world.aTrader();
      await place(user);
      await unseen('89');
      const last = await newest();
      while (Date.now() <= last) await new Promise((done) => setTimeout(done, 20));
      await world.source.query(`update market set halted_reason = 'Maintenance' where id = ${world.marketId}`);
      await world.reload();
      try {
        await unseen('88');
        expect(await reach()).toBe(1);
      } finally {
        await world.source.query('update market set halted_reason = null');
        await world.reload();
      }
      expect(await stopsOf(user)).toMatchObject([{ triggeredPrice: '89' }]);
      expect(await trigger()).toBe(1);
    });

    it('was not reached by what was in one, also when it is over', async () => {
      const user = await world.aTrader();
      const stop = await place(user);
      await unseen('95');
      const last = await newest();
      await halt(true, last + 500);
      await halt(false, last + 1500);
      await unseen('89', '95');
      expect(await reach()).toBe(0);
      await unseen('88');
      expect(await reach()).toBe(1);
      expect(await stopsOf(user)).toMatchObject([{ triggeredPrice: '88' }]);
      await cancel(stop);
    });
  });

  describe('beside seconds of cancel-only that nobody has looked at yet', () => {
    const mode = (name: 'open' | 'cancel-only', at: number) =>
      world.source.query(
        `insert into trading_mode_change (mode, cause, at, demo) values ($1, 'A test', to_timestamp($2 / 1000.0), false)`,
        [name, at],
      );
    const newest = async (): Promise<number> => {
      const [head] = await world.source.query('select second from tape_head where market_id = $1', [world.marketId]);
      return (head as { second: Date }).second.getTime();
    };
    // What was noted is not taken back: it is over when the next test begins its tape.
    afterEach(async () => {
      await world.source.query(`update trading_mode set mode = 'open'`);
      const over = (await newest()) + 500;
      await mode('open', over);
      while (Date.now() <= over) await new Promise((done) => setTimeout(done, 20));
    });

    it('was reached by what was before them, also while they last, and becomes its order afterwards', async () => {
      const [user, practice] = [await world.aTrader(), await world.aTrader(true)];
      await place(user);
      await unseen('89');
      const at = (await newest()) + 500;
      await mode('cancel-only', at);
      await world.source.query(
        `update trading_mode set mode = 'cancel-only', since = to_timestamp($1 / 1000.0) where not demo`,
        [at],
      );
      await place(practice, { demo: true });
      await unseen('88');
      expect(await reach()).toBe(2);
      expect(await stopsOf(user)).toMatchObject([{ status: 'waiting', triggeredPrice: '89' }]);
      expect(await stopsOf(practice, true)).toMatchObject([{ triggeredPrice: expect.stringMatching(/^8[89]$/) }]);
      await world.source.query(`update trading_mode set mode = 'open'`);
      await trigger();
      expect(await stopsOf(user)).toMatchObject([{ status: 'triggered', triggeredPrice: '89' }]);
      for (const left of await stopsOf(practice, true)) if (left.status === 'waiting') await cancel(left);
    });

    it('was not reached by what was in them, also when they are over', async () => {
      const user = await world.aTrader();
      const stop = await place(user);
      await unseen('95');
      const last = await newest();
      await mode('cancel-only', last + 500);
      await mode('open', last + 1500);
      await unseen('89', '95');
      expect(await reach()).toBe(0);
      await unseen('88');
      expect(await reach()).toBe(1);
      expect(await stopsOf(user)).toMatchObject([{ triggeredPrice: '88' }]);
      await cancel(stop);
    });
  });

  it('is judged from where a stop was placed that was there too late for the last look', async () => {
    const other = await place(await world.aTrader(), { triggerPrice: '10' });
    const user = await world.aTrader();
    await place(user);
    await unseen('89', '95');
    // As if the last look had been without it.
    await world.source.query('update spot_stop_place set second = (select max(second) from tape_head)');
    await world.source.query('update spot_stop set is_heard = true where id = $1', [other.id]);
    expect(await reach()).toBe(1);
    expect(await stopsOf(user)).toMatchObject([{ triggeredPrice: '89' }]);
    expect(await trigger()).toBe(1);
    await cancel(other);
  });

  it('reaches a stop once, whoever looks, and the receipt stays', async () => {
    const user = await world.aTrader();
    await place(user);
    await unseen('89');
    const looks = await Promise.all([1, 2, 3, 4].map(() => reach()));
    expect(looks.reduce((sum, count) => sum + count, 0)).toBe(1);
    await unseen('50');
    expect(await reach()).toBe(0);
    expect(await stopsOf(user)).toMatchObject([{ triggeredPrice: '89' }]);
    // It waits for a market that can be traded, and can be taken back until then.
    world.quote(DEEP.bids, DEEP.asks, { status: 'halted' });
    expect(await trigger()).toBe(0);
    await cancel((await stopsOf(user))[0] as SpotStop);
    expect(await world.balances(user)).toEqual(WHOLE);
  });

  it('is read in parts after a long absence, and nothing between is lost', async () => {
    const user = await world.aTrader();
    await place(user);
    await unseen('100');
    expect(await reach()).toBe(0);
    await unseen('99', '98', '97', '89', '96');
    const judging = {
      market: world.marketId,
      shut: false,
      origins: ['simulated'] as const,
      seconds: 2,
      most: 100,
      at: new Date(),
    };
    const look = () => world.of(Transactions).run((tx) => world.of(SpotStopsStore).reach(tx, judging));
    const found = [];
    do found.push(await look());
    while (found.at(-1)?.more);
    expect(found.reduce((sum, { reached }) => sum + reached, 0)).toBe(1);
    expect(found.length).toBeGreaterThan(2);
    expect(await trigger()).toBe(1);
  });
});

it('that must wait for a book holds up none behind it', async () => {
  const [crowd, user] = [await world.aTrader(), await world.aTrader()];
  await many(crowd, 205, '95');
  await place(user, { side: 'buy', quantity: '1', triggerPrice: '91', limitPrice: '92' });
  world.quote([], [['90', '10']]);
  // As many as a look tries, and those behind them.
  expect([await trigger(), await trigger()]).toEqual([0, 1]);
  expect(await world.orders(user)).toMatchObject([{ status: 'filled', amount: '90' }]);
  await gone(crowd);
});

it('waits while one venue alone is where its price is, with a limit too', async () => {
  const user = await world.aTrader();
  const stop = await place(user, { quantity: '1', limitPrice: '80' });
  for (const state of ['ok', 'degraded'] as const) {
    world.quote([['88', '10']], [['89', '10']], {}, { index: '100', indexState: state });
    expect([state, await trigger()]).toEqual([state, 0]);
  }
  expect((await stopsOf(user))[0]).toMatchObject({ id: stop.id, status: 'waiting', triggeredPrice: null });
  world.quote([['88', '10']], [['89', '10']], {}, { index: '88.5', indexState: 'degraded' });
  expect(await trigger()).toBe(1);
  // The board of the next test knows no index.
  world.quote(DEEP.bids, DEEP.asks, {}, { indexState: 'stale' });
});

describe('at the same time', () => {
  it('a stop that is cancelled while its price is reached has one end, forty times', async () => {
    for (let round = 0; round < 40; round += 1) {
      await world.begin();
      const stop = await place(await world.aTrader());
      last('89', '88');
      const [cancelled] = await Promise.allSettled([cancel(stop), trigger()]);
      await trigger();
      const [after] = await stopsOf(stop.userId);
      if (cancelled?.status === 'rejected') expect(cancelled.reason).toEqual(refusal('spot.not-open'));
      expect(after?.status).toBe(cancelled?.status === 'fulfilled' ? 'cancelled' : 'triggered');
      expect(await world.orders(stop.userId)).toHaveLength(after?.status === 'triggered' ? 1 : 0);
    }
  });

  it('stops are so many at most, with two that come at once', async () => {
    const user = await world.aTrader();
    await many(user, 49);
    const [one, other] = ['91', '92'].map((triggerPrice) => () => place(user, { quantity: '0.2', triggerPrice }));
    const results = await heldBack(world.source, [user], [one, other] as (() => Promise<unknown>)[]);
    expect(outcomesOf(results)).toEqual(['done', 'spot.too-many-stops']);
    await gone(user);
  });
});

it('counts as the open order that it becomes, where it has a limit price', async () => {
  const user = await world.aTrader();
  const crowd = await world.crowd(user, 198);
  const limits = ['88', '89'].map((limitPrice) => () => place(user, { quantity: '0.2', limitPrice }));
  expect(await inTurn(limits)).toEqual(['done', 'done']);
  await expect(place(user, { quantity: '0.3', limitPrice: '87' })).rejects.toEqual(refusal('spot.too-many'));
  await expect(world.place(user, { side: 'sell', quantity: '0.3', limitPrice: '800' })).rejects.toEqual(
    refusal('spot.too-many'),
  );
  await place(user, { quantity: '0.3' });
  await crowd.forget();
});

it('may be the 49th and the 50th stop that waits, not the 51st', async () => {
  const user = await world.aTrader();
  await many(user, 48);
  const tries = ['91', '92', '93'].map((triggerPrice) => () => place(user, { quantity: '0.2', triggerPrice }));
  expect(await inTurn(tries)).toEqual(['done', 'done', 'spot.too-many-stops']);
  await gone(user);
});

it('cannot be changed by hand', async () => {
  const stop = await place(await world.aTrader());
  world.quote(DEEP.bids, DEEP.asks);
  for (const change of ['trigger_price = 1', 'reserved = 2', 'quantity = 5', `status = 'triggered'`])
    await expect(world.source.query(`update spot_stop set ${change} where id = ${stop.id}`)).rejects.toThrow();
  await expect(world.source.query('delete from spot_stop')).rejects.toThrow();
  await cancel(stop);
});

/** As many that wait, with nothing frozen: they are taken out again before the books are looked at. */
const many = (user: string, count: number, triggerPrice = '1') =>
  world.source.query(
    `insert into spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price,
       quantity, fee_ratio, created_at, updated_at, reserved)
     select $1, $2, $3, $4, false, 'sell', 'fall', $6, 7, 0, now(), now(), 0 from generate_series(1, $5::integer)`,
    [user, world.marketId, BTC, USDT, count, triggerPrice],
  );

async function gone(user: string): Promise<void> {
  await world.source.query(`set session_replication_role = replica;
    delete from spot_stop where user_id = ${user} and quantity = 7; set session_replication_role = origin`);
  for (const stop of await stopsOf(user)) if (stop.status === 'waiting') await cancel(stop);
}
