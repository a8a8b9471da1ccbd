import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import type { DepthLevel } from '../../../contract/markets/markets.dto.js';
import { TradingWorld } from '../../../test/factories/trading-world.js';
import { ReleaseDepth } from './release-depth.js';
import { leftOf, type TakenLevel } from './taken-depth.rules.js';

const BTC = 1;
const ASKS: DepthLevel[] = [
  ['60000', '1'],
  ['60100', '1'],
  ['60200', '10'],
];
const BIDS: DepthLevel[] = [
  ['59900', '1'],
  ['59000', '1'],
];

let world: TradingWorld;

beforeAll(async () => {
  world = await TradingWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.source.query('delete from taken_depth');
  quote(ASKS, BIDS);
});

/** A second later the venue quotes this. */
function quote(asks: DepthLevel[], bids: DepthLevel[] = BIDS): void {
  world.futures.clock.advance(1000);
  world.futures.price('60000', { asks, bids, mark: '60000' });
}

async function buys(quantity: string, times: number, { demo = false, limitPrice = null as string | null } = {}) {
  const userId = await world.user('spot', '1000000', { demo });
  for (let time = 0; time < times; time += 1) {
    expect(await world.spot(userId, { marketId: BTC, side: 'buy', quantity, limitPrice, demo })).toBe(true);
  }
  return bought(userId);
}

async function bought(userId: string): Promise<{ filled: string; exact: string }> {
  const rows: { filled: string; exact: string }[] = await world.source.query(
    `select trim_scale(sum(filled))::text as filled, trim_scale(sum(exact))::text as exact from spot_order where user_id = $1`,
    [userId],
  );
  return rows[0] as { filled: string; exact: string };
}

/** Entry prices of a new user's futures, with the product's spread taken off. */
async function opens(lots: number, times: number): Promise<string[]> {
  const userId = await world.user('contract', '1000000');
  for (let time = 0; time < times; time += 1) {
    await world.futures.submit(userId, { lots, leverage: 10 });
  }
  const spread = world.futures.product().spread;
  return (await world.futures.rows(userId))
    .reverse()
    .map(({ entryPrice }) => new Decimal(entryPrice ?? 0).minus(spread).toFixed());
}

const taken = () =>
  world.source.query(
    `select side, trim_scale(price)::text as price, trim_scale(sum(taken))::text as taken, demo from taken_depth
      group by side, price, demo order by demo, side, price`,
  );

describe('an order uses the quantity that it took', () => {
  it('forty small orders cost what one large one does', async () => {
    expect(await buys('0.05', 40)).toEqual({ filled: '2', exact: '120100' });
    expect(await taken()).toEqual([
      { side: 'buy', price: '60000', taken: '1', demo: false },
      { side: 'buy', price: '60100', taken: '1', demo: false },
    ]);
  });

  it('for other users', async () => {
    await buys('1', 1);
    expect(await buys('0.5', 1)).toEqual({ filled: '0.5', exact: '30050' });
    // A lot is a hundredth of a bitcoin.
    expect(await opens(100, 1)).toEqual(['60000']);
    expect(await opens(50, 2)).toEqual(['60100', '60100']);
  });

  it('apart for the book of the pair and for that of its futures, also where both quote the same levels', async () => {
    await buys('1', 1);
    expect(await opens(100, 1)).toEqual(['60000']);
    expect(await buys('1', 1)).toEqual({ filled: '1', exact: '60100' });
    expect(await opens(100, 1)).toEqual(['60100']);
    const rows: unknown[] = await world.source.query(
      'select book, trim_scale(sum(taken))::text as taken from taken_depth group by book order by book',
    );
    expect(rows).toEqual([
      { book: 'pair', taken: '2' },
      { book: 'perpetual', taken: '2' },
    ]);
  });

  it('and a level that only the other book still quotes is gone', async () => {
    await buys('1', 1);
    await opens(100, 1);
    world.futures.clock.advance(1000);
    world.futures.price('60000', { asks: ASKS, bids: BIDS, pair: { last: '60000', asks: ASKS.slice(1), bids: BIDS } });
    await world.futures.get(ReleaseDepth).execute();
    const rows: unknown[] = await world.source.query('select book from taken_depth');
    expect(rows).toEqual([{ book: 'perpetual' }]);
  });

  it('apart for demo money', async () => {
    await buys('1', 1);
    expect(await buys('1', 1, { demo: true })).toEqual({ filled: '1', exact: '60000' });
  });

  it('until the venue says another quantity; saying the same again gives nothing back', async () => {
    await buys('1', 1);
    quote(ASKS);
    expect(await buys('0.5', 1)).toEqual({ filled: '0.5', exact: '30050' });
    quote([['60000', '0.9'], ...ASKS.slice(1)]);
    expect(await buys('1', 1)).toEqual({ filled: '1', exact: new Decimal('54000').plus(6010).toFixed() });
  });

  it('and a level that went and came back is a new one', async () => {
    const release = world.futures.get(ReleaseDepth);
    await buys('1', 1);
    await release.execute();
    expect(await taken()).toHaveLength(1);
    quote(ASKS.slice(1));
    await release.execute();
    expect(await taken()).toEqual([]);
    quote(ASKS);
    expect(await buys('1', 1)).toEqual({ filled: '1', exact: '60000' });
  });

  it('and a book that was dropped says nothing of what was taken of it', async () => {
    const release = world.futures.get(ReleaseDepth);
    await buys('1', 1);
    quote([], []);
    await release.execute();
    expect(await taken()).toHaveLength(1);
    quote(ASKS);
    await release.execute();
    expect(await buys('1', 1)).toEqual({ filled: '1', exact: '60100' });
  });

  it('nor does one whose last level is nearer, however long, until the market is a band away', async () => {
    const release = world.futures.get(ReleaseDepth);
    await buys('1', 1);
    const nearer: DepthLevel[] = [['59990', '5']];
    quote(nearer);
    await release.execute();
    world.futures.clock.advance(7 * 24 * 3_600_000);
    quote(nearer);
    await release.execute();
    expect(await taken()).toHaveLength(1);
    quote(ASKS);
    await release.execute();
    expect(await buys('1', 1)).toEqual({ filled: '1', exact: '60100' });
    const band = Number(world.futures.market().bandRatio);
    // The best ask from which 60,000 and 60,100 are a band away, and one from which only the latter is.
    quote([[String(Math.floor(60_050 / (1 + band))), '5']]);
    await release.execute();
    expect((await taken()).map(({ price }: { price: string }) => price)).toEqual(['60000']);
    quote([[String(Math.floor(59_990 / (1 + band))), '5']]);
    await release.execute();
    expect(await taken()).toEqual([]);
  });

  it('a refused order takes nothing', async () => {
    const poor = await world.user('spot', '10');
    expect(await world.spot(poor, { marketId: BTC, side: 'buy', quantity: '1', limitPrice: null })).toBe(false);
    expect(await taken()).toEqual([]);
  });

  it('twenty at once do not get more than there is', async () => {
    quote([['60000', '1']]);
    const users = await world.users('spot', '100000', 20);
    const wish = { marketId: BTC, side: 'buy', quantity: '0.3', limitPrice: '60000' } as const;
    const placed = await Promise.all(users.map((userId) => world.spot(userId, wish)));
    expect(placed).toEqual(users.map(() => true));
    const filled = await Promise.all(users.map(async (userId) => Number((await bought(userId)).filled)));
    expect(filled.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 10);
    // What waits is not filled by the same book, nor by the next one that quotes the same.
    await world.work([BTC]);
    quote([['60000', '1']]);
    await world.work([BTC]);
    expect(await taken()).toEqual([{ side: 'buy', price: '60000', taken: '1', demo: false }]);
  });

  it('a position is not opened by what is not there any more', async () => {
    quote([['60000', '1']]);
    expect(await opens(100, 1)).toEqual(['60000']);
    const late = await world.user('contract', '1000000');
    await expect(world.futures.submit(late, { lots: 1, leverage: 10 })).rejects.toMatchObject({
      code: 'futures.too-large',
    });
  });

  it('closing in parts brings what closing at once does, and beyond the book its worst price', async () => {
    const userId = await world.user('contract', '1000000');
    const positionId = (await world.futures.open(userId, { lots: 300, leverage: 10 })).positionId;
    const spread = world.futures.product().spread;
    const closedAt = async () => {
      await world.futures.close1(userId, positionId, { lots: 100 });
      const [event] = (await world.futures.events(userId)).filter(({ kind }) => kind === 'position').slice(-1);
      return event;
    };
    await closedAt();
    await closedAt();
    await closedAt();
    const { closePrice } = await world.futures.row(userId, positionId);
    const mean = new Decimal('59900').plus('59000').plus('59000').dividedBy(3).minus(spread);
    expect(new Decimal(closePrice ?? 0).minus(mean).abs().toNumber()).toBeLessThan(0.01);
  });

  it('twenty closes at once bring what one large one does', async () => {
    const users = await world.users('contract', '100000', 20);
    const positions: string[] = [];
    for (const userId of users)
      positions.push((await world.futures.open(userId, { lots: 10, leverage: 10 })).positionId);
    await world.source.query('delete from taken_depth');
    quote(ASKS, [
      ['59900', '0.5'],
      ['59800', '1'],
      ['59000', '10'],
    ]);
    await Promise.all(users.map((userId, place) => world.futures.close1(userId, positions[place] as string)));
    const closed = await Promise.all(
      users.map((userId, place) => world.futures.row(userId, positions[place] as string)),
    );
    const spread = world.futures.product().spread;
    const prices = closed.map(({ closePrice }) => new Decimal(closePrice ?? 0).plus(spread).toNumber());
    const at = (price: number) => prices.filter((each) => Math.abs(each - price) < 0.01).length;
    expect([at(59900), at(59800), at(59000)]).toEqual([5, 10, 5]);
    expect(await taken()).toEqual([
      { side: 'sell', price: '59000', taken: '0.5', demo: false },
      { side: 'sell', price: '59800', taken: '1', demo: false },
      { side: 'sell', price: '59900', taken: '0.5', demo: false },
    ]);
  });

  it('of two orders that wait for the same quantity one is filled', async () => {
    quote([['61000', '10']]);
    const spread = new Decimal(world.futures.product().spread);
    const limitPrice = spread.plus('60000').toFixed();
    const users = [await world.user('contract', '100000'), await world.user('contract', '100000')];
    for (const userId of users)
      await world.futures.submit(userId, { lots: 60, leverage: 10, isLimit: true, limitPrice });
    quote([
      ['60000', '1'],
      ['61000', '10'],
    ]);
    await world.worker.fill(BTC);
    const states = await Promise.all(users.map(async (userId) => (await world.futures.rows(userId))[0]?.status));
    expect(states).toEqual([1, 0]);
    expect(await taken()).toEqual([{ side: 'buy', price: '60000', taken: '0.6', demo: false }]);
  });
});

describe('what is left of a book', () => {
  const book = { symbol: 'BTC/USDT', asks: ASKS, bids: BIDS, at: 1000, confirmedAt: 1000 };
  const row = (values: Partial<TakenLevel>): TakenLevel => ({
    taker: 'buy',
    price: '60000.00',
    quoted: '1.0',
    taken: '0.4',
    bookAt: 900,
    ...values,
  });

  it.each<[string, Partial<TakenLevel>, string | undefined]>([
    ['less what was taken, however its figures are written', {}, '0.6'],
    ['all of it when the venue quotes another quantity since', { quoted: '1.5' }, '1'],
    ['by the newer book where this one is older', { quoted: '0.5', bookAt: 1100 }, '0.1'],
    ['nothing when all was taken', { taken: '1' }, undefined],
    ['all of it when the other side was taken', { taker: 'sell' }, '1'],
  ])('is %s', (_case, values, expected) => {
    const { asks } = leftOf(book, [row(values)]);
    expect(asks.find(([price]) => price === '60000')?.[1]).toBe(expected);
  });

  it('keeps its last level, empty, as the worst price of whoever must close', () => {
    const all = BIDS.map(([price, quoted]) => row({ taker: 'sell', price, quoted, taken: quoted }));
    expect(leftOf(book, all).bids).toEqual([['59000', '0']]);
  });
});
