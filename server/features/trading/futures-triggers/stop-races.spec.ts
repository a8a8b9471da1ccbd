import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import { TakenDepth } from '../taken-depth/index.js';
import { TakenDepthStore } from '../taken-depth/taken-depth.store.js';
import { PendingOrdersStore, type StopLevels } from './pending-orders.store.js';
import { RetryStops } from './retry-stops.js';
import { WriteTriggers } from './write-triggers.js';

const ROUNDS = 3;
const AT_ONCE = 10;

let world: FuturesWorld;
let worker: Worker;
let keys = 0;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
// Closing it checks the books.
afterAll(() => world.close());

interface Holder {
  user: string;
  positionId: string;
}

const rowOf = ({ user, positionId }: Holder) => world.row(user, positionId);
const outcomeOf = (command: Promise<unknown>): Promise<string> =>
  Promise.allSettled([command]).then((results) => outcomesOf(results)[0] ?? '');

/** The user's stop goes lower, to where the market is not. */
const lower = ({ user, positionId }: Holder) =>
  world.commands.stops.execute({
    userId: user,
    positionId,
    takeProfit: undefined,
    takeProfitSource: undefined,
    stopLoss: '57000',
    stopLossSource: 'mark',
    key: `stop-race-${(keys += 1)}`,
  });

const addMargin = ({ user, positionId }: Holder) =>
  world.commands.margin.execute({ userId: user, positionId, amount: '1000', key: `margin-race-${(keys += 1)}` });

/** Receipts of a position by state. */
async function triggersOf({ positionId }: Holder): Promise<string[]> {
  const rows: { state: string }[] = await world.source.query(
    'select state from futures_trigger where position_id = $1 order by id',
    [positionId],
  );
  return rows.map(({ state }) => state);
}

describe('new stops while the old ones are reached', () => {
  async function stopped(): Promise<Holder> {
    const user = await world.user('5000');
    return { user, ...(await world.open(user, { lots: 2, stopLoss: '58500' })) };
  }

  /** Either the stop closed the position once, or the new stop is set and the old one left no trace. */
  async function expectOneOfBoth(holder: Holder, outcome: string): Promise<'closed' | 'open'> {
    const { status, closedAs, stopLoss } = await rowOf(holder);
    const { frozen } = await world.balances(holder.user);
    const triggers = await triggersOf(holder);
    // A user whose new stop was set is not closed by the old one.
    if (outcome === 'done') expect(status).toBe(1);
    if (status === 3) {
      expect({ closedAs, frozen, triggers }).toEqual({ closedAs: 'stop-loss', frozen: '0', triggers: ['done'] });
      expect(['futures.not-open', 'futures.changed', 'futures.stop-loss-reached']).toContain(outcome);
      return 'closed';
    }
    expect({ status, stopLoss, outcome }).toEqual({ status: 1, stopLoss: '57000', outcome: 'done' });
    expect(triggers.filter((state) => ['triggered', 'executing', 'done'].includes(state))).toEqual([]);
    expect(frozen).not.toBe('0');
    return 'open';
  }

  it('come first or late, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      world.price('60000');
      const holders: Holder[] = [];
      for (let place = 0; place < AT_ONCE; place += 1) holders.push(await stopped());
      world.price('58400');
      const [outcomes] = await Promise.all([
        Promise.all(holders.map((holder) => outcomeOf(lower(holder)))),
        worker.stops(),
      ]);
      // The same price again: what was left then is done, and a stop that was lowered in time is not reached.
      world.refresh();
      await worker.stops();
      await world.get(RetryStops).execute();
      for (const [place, holder] of holders.entries()) await expectOneOfBoth(holder, outcomes[place] ?? '');
    }
  }, 120_000);

  it('that are written before the price comes keep the position', async () => {
    world.price('60000');
    const holder = await stopped();
    await lower(holder);
    world.price('58400');
    await worker.stops();
    await world.get(RetryStops).execute();
    expect(await expectOneOfBoth(holder, 'done')).toBe('open');
  });

  it('that are on their way when the old one is reached have taken it back', async () => {
    world.price('60000');
    const holder = await stopped();
    world.price('58400');
    const results = await heldBack(world.source, [holder.user], [() => lower(holder), () => worker.stops()]);
    expect(outcomesOf(results)[0]).toBe('done');
    world.refresh();
    await worker.stops();
    await world.get(RetryStops).execute();
    expect(await expectOneOfBoth(holder, 'done')).toBe('open');
    expect(await triggersOf(holder)).toEqual(['failed']);
  });

  it('that come after the close are refused', async () => {
    world.price('60000');
    const holder = await stopped();
    world.price('58400');
    const results = await heldBack(world.source, [holder.user], [() => worker.stops(), () => lower(holder)]);
    const [, outcome = ''] = outcomesOf(results);
    expect(outcome).not.toBe('done');
    expect(await expectOneOfBoth(holder, outcome)).toBe('closed');
  });
});

describe('margin that is added while the position is liquidated', () => {
  /** A long of 0.1 BTC, 50 times: at 58,500 its margin is gone, and with 1,000 more it is safe. */
  async function weak(): Promise<Holder> {
    const user = await world.user('5000');
    return { user, ...(await world.open(user, { lots: 10, leverage: 50, marginMode: 'isolated' })) };
  }

  async function weakOnes(count: number): Promise<Holder[]> {
    world.clock.advance(60_000);
    await worker.price('60000', {}, 2);
    const holders: Holder[] = [];
    for (let place = 0; place < count; place += 1) holders.push(await weak());
    // One sample below is not enough; the next one decides.
    await worker.price('58500', {}, 1);
    world.clock.advance(1000);
    world.price('58500');
    return holders;
  }

  /** Either the position is liquidated without the added margin, or the margin came first and it stays open. */
  async function expectOneOfBoth(holder: Holder, outcome: string): Promise<'liquidated' | 'open'> {
    const { status, closedAs, margin } = await rowOf(holder);
    const { contract, frozen } = await world.balances(holder.user);
    if (status === 3) {
      expect({ closedAs, outcome, frozen }).toEqual({
        closedAs: 'liquidated',
        outcome: 'futures.not-open',
        frozen: '0',
      });
      // Money outside the position is not lost.
      expect(Number(contract)).toBeGreaterThan(4800);
      return 'liquidated';
    }
    expect({ status, outcome }).toEqual({ status: 1, outcome: 'done' });
    expect(Number(margin)).toBeGreaterThan(1000);
    expect(Number(contract)).toBeLessThan(4000);
    expect(await worker.reports(holder.positionId)).toEqual([]);
    return 'open';
  }

  it('saves it or is refused, and is never taken by a liquidation', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const holders = await weakOnes(AT_ONCE);
      const [outcomes] = await Promise.all([
        Promise.all(holders.map((holder) => outcomeOf(addMargin(holder)))),
        worker.look(),
        worker.look(),
      ]);
      await worker.price('58500', {}, 3);
      for (const [place, holder] of holders.entries()) await expectOneOfBoth(holder, outcomes[place] ?? '');
    }
  }, 120_000);

  it('that is booked first saves it', async () => {
    const [holder] = (await weakOnes(1)) as [Holder];
    const results = await heldBack(world.source, [holder.user], [() => addMargin(holder), () => worker.look()]);
    expect(outcomesOf(results)[0]).toBe('done');
    await worker.price('58500', {}, 3);
    expect(await expectOneOfBoth(holder, 'done')).toBe('open');
  });

  it('that comes after the liquidation is refused', async () => {
    const [holder] = (await weakOnes(1)) as [Holder];
    const results = await heldBack(world.source, [holder.user], [() => worker.look(), () => addMargin(holder)]);
    const [, outcome = ''] = outcomesOf(results);
    expect(await expectOneOfBoth(holder, outcome)).toBe('liquidated');
  });
});

describe('lots that are closed while their stop is under way', () => {
  it('leave it the price of those that are left, and the rest of the book to others', async () => {
    await worker.price('60000', {}, 3);
    const user = await world.user('5000');
    const { positionId } = await world.open(user, { lots: 10, stopLoss: '58500' });
    const orders = world.get(PendingOrdersStore);
    const read = orders.stops.bind(orders);
    // Two lots are at 58,410, and the rest of the ten would go for 58,000.
    const bids: [string, string][] = [
      ['58410', '0.02'],
      ['58000', '100'],
    ];
    orders.stops = async (ids) => {
      const rows = await read(ids);
      orders.stops = read;
      await world.close1(user, positionId, { lots: 8 });
      world.price('58400', { bids });
      return rows;
    };
    world.price('58400');
    expect(await worker.stops()).toBe(1);
    const payloads = (await world.events(user)).filter(({ kind }) => kind === 'position').map(({ payload }) => payload);
    expect(payloads.at(-1)).toMatchObject({ closedAs: 'stop-loss', fill: { lots: 2, price: '58405' } });
    const market = world
      .get(TradableMarkets)
      .open({ product: 'perpetual', marketId: BTC_MARKET, demo: false, risk: 'reducing' }) as TradableMarket;
    const left = await world.get(TakenDepth).left(market, false);
    expect(left.book?.bids).toEqual([['58000', '100']]);
  });
});

describe('one level, and two who close at it', () => {
  /** A lot is a hundredth of a bitcoin: the level holds what one of them has. */
  const bids: [string, string][] = [
    ['58410', '0.05'],
    ['58000', '100'],
  ];
  let holders: [Holder, Holder];

  async function fired(count: number): Promise<StopLevels[]> {
    const stopped = holders.slice(0, count).map(({ positionId }) => Number(positionId));
    const market = openMarket();
    const rows = await world.get(PendingOrdersStore).stops(stopped);
    const stops = rows.map((row) => ({
      positionId: row.id,
      kind: 'stop-loss' as const,
      source: 'mark' as const,
      level: '58500',
      value: '58400',
      epoch: '7',
      sequence: 1,
      valueAt: market.at,
    }));
    expect(await world.get(WriteTriggers).fire(stops)).toHaveLength(count);
    return rows;
  }

  const openMarket = () =>
    world
      .get(TradableMarkets)
      .open({ product: 'perpetual', marketId: BTC_MARKET, demo: false, risk: 'reducing' }) as TradableMarket;

  /** What each got, with the spread of 5 taken off, and what is noted. */
  async function outcome() {
    const prices = await Promise.all(holders.map(async (holder) => (await rowOf(holder)).closePrice));
    const noted: { price: string; taken: string }[] = await world.source.query(
      `select trim_scale(price)::text as price, trim_scale(taken)::text as taken from taken_depth
        where side = 'sell' order by price desc`,
    );
    return { prices: prices.map((price) => Number(price) + 5).sort((one, other) => other - one), noted };
  }

  beforeEach(async () => {
    await worker.price('60000', {}, 3);
    const owners = [await world.user('5000'), await world.user('5000')] as const;
    const [one, other] = owners;
    holders = [
      { user: one, ...(await world.open(one, { lots: 5, stopLoss: '58500' })) },
      { user: other, ...(await world.open(other, { lots: 5, stopLoss: '58500' })) },
    ];
    await world.source.query('delete from taken_depth');
    world.clock.advance(1000);
    world.price('58400', { bids });
  });

  const ONCE = {
    prices: [58410, 58000],
    noted: [
      { price: '58410', taken: '0.05' },
      { price: '58000', taken: '0.05' },
    ],
  };

  it('two stops of two workers do not sell it twice', async () => {
    const rows = await fired(2);
    const closes = rows.map((row) => () => world.get(WriteTriggers).close(row, openMarket()));
    const users = holders.map(({ user }) => user);
    expect(outcomesOf(await heldBack(world.source, users, closes))).toEqual(['done', 'done']);
    expect(await outcome()).toEqual(ONCE);
  });

  it('nor do a stop and a user', async () => {
    const [row] = (await fired(1)) as [StopLevels];
    const [{ user }, other] = holders;
    const results = await heldBack(
      world.source,
      [user, other.user],
      [() => world.close1(other.user, other.positionId), () => world.get(WriteTriggers).close(row, openMarket())],
    );
    expect(outcomesOf(results)).toEqual(['done', 'done']);
    expect(await outcome()).toEqual(ONCE);
  });

  describe('where others are faster at every try', () => {
    /** As the command reads what is left, somebody else takes all of the first level. */
    async function beaten(): Promise<void> {
      await others.connect();
      const takenDepth = world.get(TakenDepth);
      const left = takenDepth.left.bind(takenDepth);
      let quoted = 0.05;
      jest.spyOn(takenDepth, 'left').mockImplementation(async (...given) => {
        // The venue says another quantity each time, so that there is something to take.
        quoted += 0.01;
        const level = [quoted.toFixed(2), quoted.toFixed(2)];
        world.clock.advance(1);
        world.price('58400', { bids: [['58410', level[0] as string], ...bids.slice(1)] });
        const [, demo, tx] = given;
        const read = await left(openMarket(), demo, tx);
        const at = read.quotedBook?.at ?? 0;
        await world.get(TakenDepthStore).take(others.manager, [
          {
            market: BTC_MARKET,
            book: 'perpetual',
            demo: false,
            side: 'sell',
            bookAt: at,
            levels: [['58410', level[0] as string, level[1] as string, level[1] as string]],
          },
        ]);
        return read;
      });
    }
    let others: QueryRunner;
    beforeEach(() => {
      others = world.source.createQueryRunner();
    });
    afterEach(async () => {
      jest.restoreAllMocks();
      await others.release();
    });

    it('a stop pays the worst price in the end, and not that of a level that is sold', async () => {
      const [row] = (await fired(1)) as [StopLevels];
      await beaten();
      expect(await world.get(WriteTriggers).close(row, openMarket())).toBe(true);
      expect(Number((await rowOf(holders[0])).closePrice) + 5).toBe(58000);
    });

    it('and so does a close by hand', async () => {
      const [{ user, positionId }] = holders;
      await beaten();
      await world.close1(user, positionId);
      expect(Number((await rowOf(holders[0])).closePrice) + 5).toBe(58000);
    });
  });
});
