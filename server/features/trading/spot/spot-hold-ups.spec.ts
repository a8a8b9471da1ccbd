import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { SpotWorld } from '../../../test/factories/spot-world.js';
import { brokenInvariants, lateInvariants } from '../../../test/faults/broken-invariants.js';
import { TakeBreak } from '../../wallet/own-limits/take-break.js';
import { CancelSpotStop } from './cancel-spot-stop.js';
import type { StopWish } from './draft-spot-stop.js';
import { ExpireSpotOrders } from './expire-spot-orders.js';
import { ExpireSpotStops } from './expire-spot-stops.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { ReachSpotStops } from './reach-spot-stops.js';
import { type SpotStop, SpotStopsStore, type TapeJudging } from './spot-stops.store.js';
import type { SpotOrder } from './spot.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

const MINUTE = 60_000;
const WHOLE = { 'spot:USDT': '10000', 'spot:BTC': '10' };
const CALLER = { ip: '192.0.2.1', userAgent: '' };

let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => world.begin());
afterEach(() => void jest.restoreAllMocks());

const trigger = (demo = false) => world.of(TriggerSpotStops).execute(world.marketId, demo);
const cancel = ({ userId, id }: SpotStop) => world.of(CancelSpotStop).execute({ userId, stopId: id, key: null });
/** The last price is the best ask of the book. */
const last = (ask: string, bid = '50') => world.quote([[bid, '10']], [[ask, '10']]);
/** As the owner of the tables, past what guards them. */
const byHand = (statement: string) =>
  world.source.query(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`);

async function stopsOf(userId: string, demo = false): Promise<SpotStop[]> {
  const statuses = ['waiting', 'triggered', 'cancelled'] as const;
  return world.of(SpotStopsStore).list({ userId, demo, statuses, page: 1, limit: 100 });
}

async function place(userId: string, values: Partial<StopWish> = {}): Promise<SpotStop> {
  const wish: StopWish = {
    baseCurrencyId: BTC,
    quoteCurrencyId: USDT,
    demo: false,
    side: 'sell',
    quantity: '1',
    triggerPrice: '90',
    limitPrice: null,
    ...values,
  };
  await world.of(PlaceSpotStop).execute(userId, wish, null);
  return (await stopsOf(userId, wish.demo))[0] as SpotStop;
}

/** What fails of a pass is said at its end; what was done before is done. */
async function failing(pass: Promise<unknown>): Promise<unknown> {
  try {
    await pass;
    return null;
  } catch (error) {
    return error;
  }
}

describe('stops that come to nothing', () => {
  it('are not tried where they buy for whoever takes a break', async () => {
    const user = await world.aTrader();
    const purchase = await place(user, { side: 'buy', quantity: '500', triggerPrice: '110' });
    const sale = await place(user, { triggerPrice: '110' });
    const reached = async () => {
      const look = { tried: [], barred: [], limit: 10, at: new Date() };
      const stops = await world.of(SpotStopsStore).reached({ marketId: world.marketId, demo: false }, '111', look);
      return stops.filter(({ mayTrade }) => mayTrade).map(({ id }) => id);
    };
    expect(await reached()).toEqual([purchase.id, sale.id]);
    await world.of(TakeBreak).execute(user, { span: '1-day', fundPassword: '' }, CALLER);
    expect(await reached()).toEqual([sale.id]);
    for (const stop of [purchase, sale]) await cancel(stop);
  });

  it('hold up none behind them, however many they are', async () => {
    const [crowd, user] = [await world.aTrader(), await world.aTrader()];
    // More than one look tries, all nearer than the one behind them.
    await world.source.query(
      `insert into spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price,
         quantity, fee_ratio, created_at, updated_at, reserved)
       select $1, $2, $3, $4, false, 'sell', 'fall', 95, 7, 0, now(), now(), 0 from generate_series(1, 201)`,
      [crowd, world.marketId, BTC, USDT],
    );
    try {
      await place(user, { side: 'buy', quantity: '1', triggerPrice: '91', limitPrice: '92' });
      // Who sells at the market finds nobody.
      const quote = () => world.quote([], [['90', '10']]);
      quote();
      // However long a look takes, the price is said again meanwhile.
      const quoting = setInterval(quote, 500);
      const looks = [];
      try {
        looks.push(await trigger(), await trigger());
      } finally {
        clearInterval(quoting);
      }
      expect(looks).toEqual([0, 1]);
      expect(await stopsOf(user)).toMatchObject([{ status: 'triggered' }]);
    } finally {
      await byHand(`delete from spot_stop where user_id = ${crowd}`);
    }
  });

  it('are tried again, once all others were', async () => {
    const user = await world.aTrader();
    await place(user);
    world.quote([], [['89', '10']]);
    expect([await trigger(), await trigger()]).toEqual([0, 0]);
    last('89', '88');
    expect(await trigger()).toBe(1);
  });
});

describe('a tape that takes longer than a statement may', () => {
  /** A look at more seconds than these takes longer than it may, as Postgres says it. */
  function slow(beyond: number): number[] {
    const store = world.of(SpotStopsStore);
    const reach = store.reach.bind(store);
    const asked: number[] = [];
    jest.spyOn(store, 'reach').mockImplementation(async (tx, judging: TapeJudging) => {
      asked.push(judging.seconds);
      if (judging.seconds > beyond) {
        await tx.query("set local statement_timeout = '20ms'");
        await tx.query('select pg_sleep(2)');
      }
      return reach(tx, judging);
    });
    return asked;
  }

  it('is judged in halves of the seconds, and goes on from there', async () => {
    const user = await world.aTrader();
    await place(user);
    await world.tape('95');
    expect(await world.of(ReachSpotStops).execute()).toBe(0);
    const asked = slow(3);
    for (const price of ['95', '94', '93', '92', '91', '89', '93']) await world.tape(price);
    expect(await world.of(ReachSpotStops).execute()).toBe(1);
    // 1800 halved until three are enough, and three times those.
    expect(asked).toEqual([1800, 900, 450, 225, 112, 56, 28, 14, 7, 3, 3, 3]);
    expect(await stopsOf(user)).toMatchObject([{ triggeredPrice: '89' }]);
    // What is judged in a slice is as much as before.
    asked.length = 0;
    await world.tape('93');
    expect(await world.of(ReachSpotStops).execute()).toBe(0);
    expect(asked[0]).toBe(1800);
    jest.restoreAllMocks();
    last('88', '87');
    expect(await trigger()).toBe(1);
  });

  it('that not even a second of fits in is a failure', async () => {
    const stop = await place(await world.aTrader());
    await world.tape('95');
    slow(0);
    expect(await failing(world.of(ReachSpotStops).execute())).toMatchObject({ code: '57014' });
    jest.restoreAllMocks();
    await cancel(stop);
  });

  it('is late where it lies an hour behind and a stop waits for it, and breaks the book where the tape keeps that day no more', async () => {
    const stop = await place(await world.aTrader());
    await world.tape('95');
    await world.of(ReachSpotStops).execute();
    const late = () => world.source.transaction((tx) => lateInvariants(tx, ['S13']));
    const broken = () => world.source.transaction((tx) => brokenInvariants(tx, ['S13']));
    const behind = (minutes: number) =>
      world.source.query(
        `update spot_stop_place p set second = h.second - $1::integer * interval '1 minute' from tape_head h
          where h.market_id = p.market_id and p.market_id = $2`,
        [minutes, world.marketId],
      );
    await behind(70);
    // Nobody has waited for so long yet.
    expect(await late()).toEqual([]);
    await byHand(`update spot_stop set created_at = created_at - interval '70 minutes' where id = ${stop.id}`);
    expect(await late()).toHaveLength(1);
    await behind(50);
    expect(await late()).toEqual([]);
    await byHand(`update spot_stop set created_at = created_at - interval '101 days' where id = ${stop.id}`);
    await behind(60 * 24 * 5);
    // Nothing was on the tape that day: there is nothing to be judged.
    expect(await broken()).toEqual([]);
    await byHand(
      `insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at)
       select market_id, date_trunc('hour', second + interval '1 second', 'UTC'), sha256('1'), 1, 1, 1, sha256('1'), now()
         from spot_stop_place where market_id = ${world.marketId}`,
    );
    expect(await broken()).toHaveLength(1);
    await byHand(`delete from tape_root where market_id = ${world.marketId} and samples = 1 and root = sha256('1')`);
    await behind(0);
    expect(await broken()).toEqual([]);
    await cancel(stop);
  });
});

describe('more stops than one transaction writes', () => {
  /** Writes at most so many at a time, and fails after so many pages. */
  function paged(most: number, pages = Number.POSITIVE_INFINITY): { asked: [seconds: number, reached: number][] } {
    const store = world.of(SpotStopsStore);
    const reach = store.reach.bind(store);
    const asked: [number, number][] = [];
    jest.spyOn(store, 'reach').mockImplementation(async (tx, judging: TapeJudging) => {
      if (asked.filter(([seconds]) => seconds === 1).length >= pages) throw new Error('The worker is gone.');
      const judged = await reach(tx, { ...judging, most });
      asked.push([judging.seconds, judged.reached]);
      return judged;
    });
    return { asked };
  }

  const judge = () => world.of(ReachSpotStops).execute();
  const placeOf = async () => {
    const [{ second }] = await world.source.query('select second from spot_stop_place where market_id = $1', [
      world.marketId,
    ]);
    return (second as Date).getTime();
  };
  const receipts = async (users: readonly string[]) =>
    (await Promise.all(users.map((user) => stopsOf(user)))).flat().map(({ triggeredPrice }) => triggeredPrice);

  /** Users with a stop at 90 and one that follows the price 10 behind it, which stands at 100. */
  async function crowd(count: number): Promise<string[]> {
    const users = await Promise.all(Array.from({ length: count }, () => world.aTrader()));
    for (const user of users) {
      await place(user);
      await place(user, { triggerPrice: null, trailDistance: '10' });
    }
    await world.tape('95');
    expect(await judge()).toBe(0);
    return users;
  }

  /** What is waiting is sold, so that the books are in order. */
  async function sold(count: number): Promise<void> {
    world.quote([['88', '100']], [['89', '10']]);
    expect(await trigger()).toBe(count);
  }

  it('are written in pages of the same second, each once and by the first second that reached it', async () => {
    const users = await crowd(4);
    const { asked } = paged(3);
    for (const price of ['89', '95', '88', '95']) await world.tape(price);
    expect(await judge()).toBe(8);
    expect(await receipts(users)).toEqual(Array.from({ length: 8 }, () => '89'));
    // Four seconds are about too many, and so are two of them; of one they come in threes, and what is left fits with the next.
    expect(asked.filter(([, reached]) => reached > 0)).toEqual([
      [1, 3],
      [1, 3],
      [2, 2],
    ]);
    expect(await judge()).toBe(0);
    jest.restoreAllMocks();
    const notices: { count: number }[] = await world.source.query(
      `select count(*)::integer as count from outbox o where o.user_id = any ($1::bigint[])
          and o.payload->>'product' = 'spot-stop' and o.payload->>'triggeredPrice' = '89'`,
      [users],
    );
    expect(notices).toEqual([{ count: 8 }]);
    await sold(8);
  });

  it('make no slice shorter once they are behind: an absence is judged in one look', async () => {
    await crowd(4);
    const { asked } = paged(3);
    await world.tape('89');
    for (let quiet = 0; quiet < 60; quiet += 1) await world.tape('95');
    const before = await placeOf();
    expect(await judge()).toBe(8);
    expect(await placeOf()).toBe(before + 61_000);
    expect(asked.at(-1)?.[0]).toBeGreaterThan(30);
    jest.restoreAllMocks();
    await sold(8);
  });

  it('leave the place where it is until all of the second have their receipts, whoever goes on', async () => {
    const users = await crowd(3);
    const before = await placeOf();
    paged(2, 2);
    for (const price of ['89', '95', '95']) await world.tape(price);
    expect(await failing(judge())).toMatchObject({ message: 'The worker is gone.' });
    expect(await placeOf()).toBe(before);
    expect((await receipts(users)).filter((price) => price !== null)).toHaveLength(4);
    jest.restoreAllMocks();
    // A worker that takes everything at once goes on with the same second.
    expect(await judge()).toBe(2);
    expect(await receipts(users)).toEqual(Array.from({ length: 6 }, () => '89'));
    expect(await placeOf()).toBe(before + 3000);
    await sold(6);
  });

  it('follow the price in pages as they do at once', async () => {
    const users = await crowd(3);
    const { asked } = paged(2);
    // To 120, behind which 110 reaches what follows it; what stands at 90 is never reached.
    for (const price of ['120', '119', '110', '130', '115']) await world.tape(price);
    expect(await judge()).toBe(3);
    expect(asked.map(([seconds]) => seconds)).toContain(1);
    jest.restoreAllMocks();
    for (const user of users) {
      const [follows, stands] = await stopsOf(user);
      expect(follows).toMatchObject({ watermark: '120', triggerPrice: '110', triggeredPrice: '110' });
      expect(stands).toMatchObject({ triggeredPrice: null });
      await cancel(stands as SpotStop);
    }
    world.quote([['109', '100']], [['110', '10']]);
    expect(await trigger()).toBe(3);
  });

  it('that take too long even so are written fewer at a time', async () => {
    const users = await crowd(2);
    const store = world.of(SpotStopsStore);
    const reach = store.reach.bind(store);
    const asked: number[] = [];
    jest.spyOn(store, 'reach').mockImplementation(async (tx, judging: TapeJudging) => {
      asked.push(judging.most);
      if (judging.most > 3) {
        await tx.query("set local statement_timeout = '20ms'");
        await tx.query('select pg_sleep(2)');
      }
      return reach(tx, judging);
    });
    await world.tape('89');
    await world.tape('95');
    expect(await judge()).toBe(4);
    jest.restoreAllMocks();
    // Three of four, the last one, and the next second.
    expect(asked.slice(-4)).toEqual([7, 3, 3, 3]);
    expect(await receipts(users)).toEqual(Array.from({ length: 4 }, () => '89'));
    await sold(4);
  });
});

describe('a level of more decimals than quantities of the market have', () => {
  const FINE = '0.123456789012';

  it('is taken as far as those go by an order at the market', async () => {
    const user = await world.aTrader();
    world.quote(
      [['99', '1']],
      [
        ['100', FINE],
        ['101', '5'],
      ],
    );
    const order = await world.place(user, { quantity: '1' });
    // 0.123456 x 100 + 0.876544 x 101
    expect(order).toMatchObject({ status: 'filled', filled: '1', exact: '100.876544' });
  });

  it('is taken as far as those go by an order that waits, and one that comes to nothing is none', async () => {
    const user = await world.aTrader();
    const order = await world.place(user, { quantity: '1', limitPrice: '95' });
    world.quote(
      [['80', '1']],
      [
        ['90', '0.000000001'],
        ['91', FINE],
      ],
    );
    expect(await world.match()).toBe(1);
    expect(await world.order(user, order.id)).toMatchObject({ filled: '0.123456', exact: '11.234496' });
    await world.cancel(user, order.id);
  });

  it('is taken as far as those go by a stop', async () => {
    const user = await world.aTrader();
    await place(user);
    world.quote([['88', FINE]], [['89', '1']]);
    expect(await trigger()).toBe(1);
    expect(await world.orders(user)).toMatchObject([{ filled: '0.123456', reason: 'no-liquidity' }]);
  });
});

describe('an order that cannot be booked', () => {
  /** More is frozen for it than its hold says. */
  const poison = (table: string, id: string, more: 1 | -1 = 1) =>
    byHand(`update ${table} set reserved = reserved + ${more} where id = ${id}`);
  const expiresAt = () => Date.now() + 5 * MINUTE;
  const pass = (table: string, userId: string) =>
    byHand(`update ${table} set expires_at = now() - interval '1 second' where user_id = ${userId}`);

  it('holds up nobody whom the same book has reached, nor takes its levels the next time', async () => {
    const [bad, ...good] = await Promise.all([1, 2, 3, 4].map(() => world.aTrader()));
    const wish = { side: 'sell' as const, quantity: '2' };
    const broken = await world.place(bad as string, { ...wish, limitPrice: '110' });
    const others: SpotOrder[] = [];
    for (const user of good) others.push(await world.place(user, { ...wish, limitPrice: '111' }));
    const purchase = await world.place(bad as string, { quantity: '1', limitPrice: '60' });
    await poison('spot_order', broken.id);
    try {
      world.quote([['112', '6']], [['59', '9']]);
      expect(await failing(world.match())).not.toBeNull();
      expect(await world.order(bad as string, broken.id)).toMatchObject({ status: 'open', filled: '0' });
      expect(await world.order(bad as string, purchase.id)).toMatchObject({ status: 'filled' });
      const filled = async () =>
        Promise.all(others.map(async ({ userId, id }) => (await world.order(userId, id)).status));
      // 6 were for three of four; the one that stands first got none of them.
      expect(await filled()).toEqual(['filled', 'filled', 'open']);
      world.quote([['112', '2.5']], [['120', '9']]);
      expect(await world.match()).toBe(1);
      expect(await filled()).toEqual(['filled', 'filled', 'filled']);
    } finally {
      await poison('spot_order', broken.id, -1);
      await world.cancel(bad as string, broken.id);
    }
  });

  it('ends for nobody else’s date to be missed', async () => {
    const [bad, ...good] = await Promise.all([1, 2, 3].map(() => world.aTrader()));
    const placed = async (user: string) =>
      world.place(user, { quantity: '1', limitPrice: '60', timeInForce: 'gtd', expiresAt: expiresAt() });
    const broken = await placed(bad as string);
    for (const user of good) await placed(user);
    await poison('spot_order', broken.id);
    for (const user of [bad, ...good]) await pass('spot_order', user as string);
    expect(await failing(world.of(ExpireSpotOrders).execute())).not.toBeNull();
    for (const user of good) expect(await world.balances(user)).toEqual(WHOLE);
    await poison('spot_order', broken.id, -1);
    expect(await world.of(ExpireSpotOrders).execute()).toBe(1);
    expect(await world.balances(bad as string)).toEqual(WHOLE);
  });

  it('holds up no stop’s date', async () => {
    const [bad, ...good] = await Promise.all([1, 2, 3].map(() => world.aTrader()));
    const broken = await place(bad as string, { expiresAt: expiresAt() });
    for (const user of good) await place(user, { expiresAt: expiresAt() });
    await poison('spot_stop', broken.id);
    for (const user of [bad, ...good]) await pass('spot_stop', user as string);
    expect(await failing(world.of(ExpireSpotStops).execute())).not.toBeNull();
    for (const user of good) expect(await world.balances(user)).toEqual(WHOLE);
    await poison('spot_stop', broken.id, -1);
    expect(await world.of(ExpireSpotStops).execute()).toBe(1);
    expect(await world.balances(bad as string)).toEqual(WHOLE);
  });
});

describe('what was said before something was placed', () => {
  const later = (table: string, id: string, minutes: number) =>
    byHand(`update ${table} set created_at = created_at + ${minutes} * interval '1 minute' where id = ${id}`);

  it('fills no order: a book that is older than its limit', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, { quantity: '1', limitPrice: '95' });
    await later('spot_order', id, 1);
    world.quote([['80', '1']], [['94', '5']]);
    expect(await world.match()).toBe(0);
    await later('spot_order', id, -1);
    world.quote([['80', '1']], [['94', '5']]);
    expect(await world.match()).toBe(1);
  });

  it('is looked at again when it is confirmed, though nothing of the book has changed', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, { quantity: '1', limitPrice: '95' });
    await later('spot_order', id, 1);
    world.quote([['80', '1']], [['94', '5']]);
    expect(await world.match()).toBe(0);
    await later('spot_order', id, -1);
    expect(await world.match()).toBe(0);
    world.confirm();
    expect([await world.match(), await world.match()]).toEqual([1, 0]);
  });

  it('triggers no stop: a price that is older than it', async () => {
    const user = await world.aTrader();
    const { id } = await place(user);
    await later('spot_stop', id, 1);
    last('89', '88');
    expect(await trigger()).toBe(0);
    await later('spot_stop', id, -1);
    last('89', '88');
    expect(await trigger()).toBe(1);
  });
});
