import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { array, assert, asyncProperty, integer, record } from 'fast-check';
import { Client } from 'pg';
import { Decimal } from '../../../contract/decimal.js';
import type { DepthLevel } from '../../../contract/markets/markets.dto.js';
import { bookSide, fillByQuantity } from '../../../contract/rules/book-walk.rules.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { MarkSamples } from '../futures-index/mark-samples.js';
import { type ClosingGroup, DecisionMarkets, FuturesIndex, type HeldPosition } from '../futures-index/index.js';
import { leftOf } from '../taken-depth/taken-depth.rules.js';
import type { Taking } from '../taken-depth/index.js';
import { CheckMargins } from './check-margins.js';
import { LiquidationStore } from './liquidation.store.js';

const MANY = 40;

describe('forty positions that are liquidated cost at least what one of forty times the size costs', () => {
  const AT = 1_000_000;
  const MARK = 1000;
  const level = record({ quantity: integer({ min: 1, max: 30 }), share: integer({ min: 0, max: 30 }) });

  /** What is closed, and at which price, by a book of which others have taken something. */
  async function decided(
    side: 'long' | 'short',
    levels: readonly { quantity: number; share: number }[],
    sizes: readonly number[],
  ) {
    const prices = levels.map((_level, depth) => String(side === 'long' ? MARK - 1 - depth : MARK + 1 + depth));
    const quoted = levels.map(({ quantity }, depth): DepthLevel => [prices[depth] as string, String(quantity)]);
    const book = {
      symbol: 'BTC/USDT',
      bids: side === 'long' ? quoted : [],
      asks: side === 'short' ? quoted : [],
      at: AT,
      confirmedAt: AT,
    };
    const taker = side === 'long' ? ('sell' as const) : ('buy' as const);
    const taken = levels.flatMap(({ quantity, share }, depth) => {
      const much = String(Math.min(quantity, share));
      const noted = { taker, price: prices[depth] as string, quoted: String(quantity), taken: much, bookAt: AT };
      return share === 0 ? [] : [noted];
    });
    const left = leftOf(book, taken);
    const market = {
      market: { id: 1, bandRatio: '0.05', priceScale: 8, spread: '0' },
      quotation: 'perpetual',
      last: String(MARK),
      mark: String(MARK),
      book,
      origin: 'live',
      sampledAt: AT,
    };
    const samples = new MarkSamples();
    samples.take(1, { mark: String(MARK), at: AT - 1000, origin: 'live' });
    const tiers = [{ floor: '0', rate: '0.1', deduction: '0', maxLeverage: 10 }];
    const markets = new DecisionMarkets(
      { terms: async () => [{ marketId: 1, tiers, scale: 8 }] } as never,
      { look: () => market } as never,
      samples,
      { left: async () => ({ ...market, quotedBook: book, book: left }) } as never,
      { now: () => AT } as never,
    );
    await markets.reload();
    const held = sizes.map((lots, place): HeldPosition => {
      const entryPrice = side === 'long' ? '1100' : '900';
      const own = { id: String(place + 1), version: '1', userId: String(place + 1), marketId: 1, currencyId: 3, side };
      const terms = { demo: false, marginMode: 'isolated' as const, lots, lotSize: '0.1', entryPrice };
      const money = { margin: '0', closeFeeRatio: '0', exposure: String(lots / 10), ordered: '0' };
      return { ...own, ...terms, ...money, warnedLevel: 'safe' };
    });
    const check = new CheckMargins({ isolated: async () => held } as never, markets, new FuturesIndex(), {} as never);
    const { groups } = await check.decide(held.map(({ id }) => Number(id)));
    return { items: groups.flatMap(({ items }) => items), left: bookSide(left, taker) };
  }

  it.each(['long', 'short'] as const)('%s, whatever others took of the book before', async (side) => {
    const sign = side === 'long' ? 1 : -1;
    await assert(
      asyncProperty(
        array(level, { minLength: 1, maxLength: 8 }),
        integer({ min: 1, max: 60 }),
        async (levels, lots) => {
          const sizes = Array.from({ length: MANY }, () => lots);
          const { items, left } = await decided(side, levels, sizes);
          expect(items).toHaveLength(MANY);
          const quantity = new Decimal(lots).dividedBy(10);
          const worth = items.reduce((sum, { price }) => sum.plus(quantity.times(price)), new Decimal(0));
          const whole = quantity.times(MANY);
          const exact = fillByQuantity(left, whole)?.averagePrice.times(whole) ?? new Decimal(0);
          // A long sells and is not paid more, a short buys and does not pay less.
          expect(exact.minus(worth).times(sign).toNumber()).toBeGreaterThanOrEqual(0);
          const one = (await decided(side, levels, [lots * MANY])).items[0];
          expect(
            exact
              .minus(whole.times(one?.price ?? 0))
              .abs()
              .toNumber(),
          ).toBeLessThan(0.0001);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('in the database', () => {
  const BIDS: DepthLevel[] = [
    ['58600', '0.15'],
    ['58500', '0.1'],
    ['58400', '5'],
  ];
  const weak = { marginMode: 'isolated', leverage: 50, lots: 1 } as const;
  let world: FuturesWorld;
  /** Whoever is faster, beside the product's own connections. */
  let others: Client;

  beforeAll(async () => {
    world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
    others = new Client({ connectionString: world.app.database.url });
    await others.connect();
  }, 60_000);
  afterAll(async () => {
    await others?.end();
    await world?.close();
  });
  beforeEach(async () => {
    world.clock.advance(60_000);
    world.price('60000');
    await world.source.query('delete from taken_depth');
  });

  async function opened(lots: readonly number[], demo = false) {
    const held: { user: string; id: string }[] = [];
    for (const each of lots) {
      const user = await world.user('100000', { demo });
      held.push({ user, id: (await world.open(user, { ...weak, lots: each, demo })).positionId });
    }
    return held;
  }
  /** The mark falls, and the venue quotes these bids. */
  async function falls(samples = 2): Promise<void> {
    await world.source.query('delete from taken_depth');
    for (let sample = 0; sample < samples; sample += 1) {
      world.clock.advance(1000);
      world.price('58700', { bids: BIDS });
      world.get(DecisionMarkets).sample(1);
    }
    await world.get(DecisionMarkets).known();
  }
  const closedAt = async ({ user, id }: { user: string; id: string }) => {
    const { status, closePrice } = await world.row(user, id);
    return status === 3 ? new Decimal(closePrice ?? 0).plus(world.product().spread).toNumber() : null;
  };
  const taken = (demo = false) =>
    world.source.query(
      `select trim_scale(price)::text as price, trim_scale(taken)::text as taken from taken_depth
        where side = 'sell' and demo = $1 order by price desc`,
      [demo],
    );
  /** Others sell so much of the best bid. */
  const othersTake = (quantity: string) => {
    const levels: Taking['levels'] = [['58600', '0.15', quantity, quantity]];
    const taking: Taking = {
      market: 1,
      book: 'perpetual',
      demo: false,
      side: 'sell',
      bookAt: world.clock.now(),
      levels,
    };
    return others.query('select depth_take($1)', [JSON.stringify([taking])]);
  };
  const check = (held: { id: string }[]) => world.get(CheckMargins).execute(held.map(({ id }) => Number(id)));

  it('each of a batch sells what others, and those before it, have left', async () => {
    const many = await opened(Array.from({ length: MANY }, () => 1));
    const [one] = await opened([MANY], true);
    await falls();
    await othersTake('0.05');
    expect(await check([...many, one as { user: string; id: string }])).toBe(MANY + 1);
    const prices = await Promise.all(many.map(closedAt));
    const at = (price: number) => prices.filter((each) => each === price).length;
    expect([at(58600), at(58500), at(58400)]).toEqual([10, 10, 20]);
    expect(await taken()).toEqual([
      { price: '58600', taken: '0.15' },
      { price: '58500', taken: '0.1' },
      { price: '58400', taken: '0.2' },
    ]);
    // Demo money has a book of its own, of which nobody took anything.
    expect(await closedAt(one as { user: string; id: string })).toBe((15 * 58600 + 10 * 58500 + 15 * 58400) / 40);
    expect(await taken(true)).toHaveLength(3);
  });

  it('an account’s own positions do not sell one level twice', async () => {
    const user = await world.user('450');
    const cross = { marginMode: 'cross', leverage: 100, lots: 15 } as const;
    const held = [await world.open(user, cross), await world.open(user, cross)].map(({ positionId }) => ({
      user,
      id: positionId,
    }));
    await falls();
    expect(await world.get(CheckMargins).execute([], [`${user}:0`])).toBe(2);
    const prices = (await Promise.all(held.map(closedAt))) as number[];
    expect(prices.sort((a, b) => a - b)).toEqual([58466.66, 58600]);
    expect(await taken()).toEqual([
      { price: '58600', taken: '0.15' },
      { price: '58500', taken: '0.1' },
      { price: '58400', taken: '0.05' },
    ]);
  });

  it('what others take between the decision and its execution is decided again, the rest is not held up', async () => {
    const held = await opened(Array.from({ length: 10 }, () => 1));
    await falls();
    const store = world.get(LiquidationStore);
    const execute = store.execute.bind(store);
    const calls: number[] = [];
    const spied = jest.spyOn(store, 'execute').mockImplementation(async (tx, closing) => {
      if (calls.push(closing.groups.length) === 1) await othersTake('0.1');
      return execute(tx, closing);
    });
    expect(await check(held)).toBe(10);
    spied.mockRestore();
    expect(calls).toEqual([10, 5]);
    expect(await Promise.all(held.map(closedAt))).toEqual([...Array(5).fill(58600), ...Array(5).fill(58500)]);
    expect(await taken()).toEqual([
      { price: '58600', taken: '0.15' },
      { price: '58500', taken: '0.05' },
    ]);
  });

  it('and what is taken while it is carried out, too', async () => {
    const held = await opened([5]);
    await falls();
    const store = world.get(LiquidationStore);
    const execute = store.execute.bind(store);
    let calls = 0;
    // The function has looked and others take the level before it is noted: the whole transaction is refused, and run again.
    const spied = jest.spyOn(store, 'execute').mockImplementation(async (tx, closing) => {
      const done = await execute(tx, closing);
      calls += 1;
      if (calls > 1) return done;
      throw Object.assign(new Error('somebody took it first'), { code: '40001', taken: await othersTake('0.12') });
    });
    expect(await check(held)).toBe(1);
    spied.mockRestore();
    expect(calls).toBe(3);
    expect(await closedAt(held[0] as { user: string; id: string })).toBe((3 * 58600 + 2 * 58500) / 5);
  });

  it('whoever is always overtaken is closed beyond the book in the end, and takes nothing of it', async () => {
    const held = await opened([15]);
    await falls();
    const store = world.get(LiquidationStore);
    const execute = store.execute.bind(store);
    let calls = 0;
    const spied = jest.spyOn(store, 'execute').mockImplementation(async (tx, closing) => {
      calls += 1;
      await othersTake('0.01');
      return execute(tx, closing);
    });
    expect(await check(held)).toBe(1);
    spied.mockRestore();
    expect(calls).toBe(9);
    expect(await closedAt(held[0] as { user: string; id: string })).toBe(58400);
    expect(await taken()).toEqual([{ price: '58600', taken: '0.09' }]);
  });

  describe('nobody pays for levels that a group in front was to take and does not', () => {
    /** How many positions are closed, and by which calls; the first groups of so many calls, or those of one, have changed meanwhile. */
    async function watched(held: { id: string }[], changed: number | string = 0) {
      const store = world.get(LiquidationStore);
      const execute = store.execute.bind(store);
      const calls: string[][] = [];
      const spied = jest.spyOn(store, 'execute').mockImplementation((tx, closing) => {
        const ids = closing.groups.map(({ items }) => items[0]?.id as string);
        calls.push(closing.deleverage ? ['with gains', ...ids] : ids);
        const isChanged = (id: string, place: number) =>
          typeof changed === 'string' ? id === changed : place === 0 && calls.length <= changed;
        const groups = closing.groups.map(
          (group, place): ClosingGroup =>
            isChanged(ids[place] as string, place) ? { ...group, all: group.all.map(([id]) => [id, '0']) } : group,
        );
        return execute(tx, { ...closing, groups });
      });
      const done = await check(held);
      spied.mockRestore();
      return { done, calls };
    }

    it('where it has changed', async () => {
      const [front, next, demo] = [...(await opened([15, 10])), ...(await opened([10], true))] as [
        { user: string; id: string },
        { user: string; id: string },
        { user: string; id: string },
      ];
      await falls();
      const { done, calls } = await watched([front, next, demo], front.id);
      expect(done).toBe(2);
      // It is decided again with the others, then by itself.
      expect(calls).toEqual([[front.id, next.id, demo.id], [front.id, next.id], [next.id], [front.id]]);
      expect([await closedAt(front), await closedAt(next), await closedAt(demo)]).toEqual([null, 58600, 58600]);
      expect(await taken()).toEqual([{ price: '58600', taken: '0.1' }]);
      expect(await check([front])).toBe(1);
    });

    it('where the fund cannot pay for it, and the gains of others do', async () => {
      const gainer = await world.user('100000');
      await world.open(gainer, { side: 'short', marginMode: 'isolated', leverage: 5, lots: 15 });
      const before = await world.house('insurance');
      if (before !== '0') await world.insure(`-${before}`);
      // Of 0.15 at 58,595 there lack 31.485, of 0.1 at 58,495, behind it, 30.99.
      await world.insure('31.2');
      const [front, next] = (await opened([15, 10])) as [{ user: string; id: string }, { user: string; id: string }];
      await falls();
      const { done, calls } = await watched([front, next]);
      expect(done).toBe(2);
      expect(calls).toEqual([[front.id, next.id], ['with gains', front.id], [next.id]]);
      expect(await closedAt(next)).toBe(58600);
      expect(await taken()).toEqual([{ price: '58600', taken: '0.1' }]);
    });

    it('however often, and nobody is forced by that', async () => {
      const held = await opened(Array.from({ length: 12 }, () => 15));
      await falls();
      // The first of each batch changes: all behind it are decided again, more often than they could be overtaken. Eleven are the first
      // of two batches each, and all but the last of these have been tried by themselves.
      const { done, calls } = await watched(held, 32);
      expect([done, calls.length]).toEqual([2, 34]);
      expect(await closedAt(held[11] as { user: string; id: string })).toBe(58600);
      expect(await check(held)).toBe(10);
    });

    it('and who was to be paid the same is not held up', async () => {
      const [front, next] = (await opened([5, 10])) as [{ user: string; id: string }, { user: string; id: string }];
      await falls();
      const { calls } = await watched([front, next], 1);
      expect(calls).toEqual([[front.id, next.id], [front.id]]);
      expect([await closedAt(front), await closedAt(next)]).toEqual([58600, 58600]);
    });
  });
});
