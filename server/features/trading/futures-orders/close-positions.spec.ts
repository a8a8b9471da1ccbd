import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { PositionsStore } from '../futures/index.js';

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.price('60000'));

const steps = (positionId: string) =>
  world.source.query(
    'select from_status as from, to_status as to from futures_position_step where position_id = $1 order by version',
    [positionId],
  );

describe('closing', () => {
  it('returns margin and gain less the fee, against the house, along the allowed steps', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    const house = new Decimal(await world.house('house_pnl'));
    world.price('61000');
    await expect(world.close1(user, positionId)).resolves.toBeUndefined();
    // From 60005 to 60995 with 0.1: 99; the fee 0.05 % of 6099.5.
    const closed = await world.row(user, positionId);
    expect(closed).toMatchObject({
      status: 3,
      closedAs: 'closed',
      lots: 0,
      lotsOrdered: 10,
      margin: '0',
      closePrice: '60995',
      realisedProfit: '99',
      fee: '6.05',
      shortfall: '0',
    });
    expect(await world.balances(user)).toEqual({ contract: '1092.95', frozen: '0' });
    expect(new Decimal(await world.house('house_pnl')).minus(house).toFixed()).toBe('-99');
    expect(await steps(positionId)).toEqual([
      { from: null, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ]);
    const events = (await world.events(user)).slice(3);
    expect(events.map(({ kind }) => kind)).toEqual(['position', 'balance', 'balance']);
    expect(events[0]?.payload).toMatchObject({ ...closed, quantity: '0', entity: `position:${positionId}` });
    expect(events[1]?.payload).toMatchObject({ reason: 'futures.close', after: '1092.95' });
  });

  it('of some lots leaves the others as they are', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, { lots: 3 });
    world.price('60100');
    await world.close1(user, positionId, { lots: 1 });
    // A third of 180.015, cut.
    expect(await world.row(user, positionId)).toMatchObject({
      status: 1,
      lots: 2,
      margin: '120.01',
      realisedProfit: '0.9',
      closePrice: '60095',
      initialMargin: '180.015',
    });
    world.price('60200');
    await world.close1(user, positionId, { lots: 7 });
    expect(await world.row(user, positionId)).toMatchObject({ status: 3, realisedProfit: '4.7' });
    const closePrice = new Decimal((await world.row(user, positionId)).closePrice ?? 0);
    expect(closePrice.toDecimalPlaces(8).toFixed()).toBe('60161.66666666');
  });

  it('is possible when nothing is left, and an isolated loss stops at the margin', async () => {
    const user = await world.user('1000');
    await world.insure('50');
    const fund = new Decimal(await world.house('insurance'));
    const { positionId } = await world.open(user);
    // Bankrupt at 54004.5: at 53005, the spread taken off, the loss is 700 and the margin 600.05.
    world.price('53010');
    await world.close1(user, positionId);
    expect(await world.row(user, positionId)).toMatchObject({
      status: 3,
      realisedProfit: '-600.05',
      shortfall: '99.95',
      insurance: new Decimal(99.95).lt(fund) ? '-99.95' : fund.negated().toFixed(),
    });
    expect(await world.balances(user)).toEqual({ contract: '396.94975', frozen: '0' });
    expect(new Decimal(await world.house('insurance')).gte(0)).toBe(true);
  });

  it('of a cross position takes from the account what its margin does not cover', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, { marginMode: 'cross' });
    world.price('53010');
    await world.close1(user, positionId);
    // 396.94975 + 600.05 − 700 − 2.65025.
    expect(await world.balances(user)).toEqual({ contract: '294.3495', frozen: '0' });
    expect(await world.row(user, positionId)).toMatchObject({ realisedProfit: '-700', shortfall: '0' });
  });

  it('takes no more than a cross account has', async () => {
    const user = await world.user('650');
    const { positionId } = await world.open(user, { marginMode: 'cross' });
    world.price('53010');
    await world.close1(user, positionId, { lots: 3 });
    // Three lots lose 210 of their 180.015 and of the account's 46.94975; the fee is within it.
    expect(await world.row(user, positionId)).toMatchObject({ lots: 7, realisedProfit: '-210' });
    await world.close1(user, positionId);
    expect(await world.balances(user)).toEqual({ contract: '0', frozen: '0' });
    expect(Number((await world.row(user, positionId)).shortfall)).toBeGreaterThan(0);
  });

  it('is refused for what is not there, not open any more, or worse than wished', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    const stranger = await world.user('0');
    await expect(world.close1(stranger, positionId)).rejects.toMatchObject({ code: 'futures.not-found' });
    await expect(world.close1(user, '999999999')).rejects.toMatchObject({ code: 'futures.not-found' });
    await expect(world.close1(user, positionId, { worstPrice: '59995.01' })).rejects.toMatchObject({
      code: 'futures.price-moved',
      parameters: { price: '59995' },
    });
    await world.close1(user, positionId, { worstPrice: '59995' });
    await expect(world.close1(user, positionId)).rejects.toMatchObject({ code: 'futures.not-open' });
    const order = await world.open(user, { isLimit: true, limitPrice: '50000' });
    await expect(world.close1(user, order.positionId)).rejects.toMatchObject({ code: 'futures.not-open' });
  });

  it('is possible in cancel-only, and not on an old price', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    world.clock.advance(6000);
    await expect(world.close1(user, positionId)).rejects.toMatchObject({ code: 'market.stale' });
    world.refresh();
    await world.source.query(`update trading_mode set mode = 'cancel-only'`);
    await world.close1(user, positionId);
    await world.source.query(`update trading_mode set mode = 'open'`);
    expect((await world.row(user, positionId)).status).toBe(3);
  });

  it('happens once for a key, whatever has become of the position', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    await Promise.all([1, 2, 3].map(() => world.close1(user, positionId, { lots: 2, key: 'close-some' })));
    await world.close1(user, positionId, { lots: 2, key: 'close-some' });
    expect((await world.row(user, positionId)).lots).toBe(8);
    await world.close1(user, positionId, { key: 'close-all-1' });
    await expect(world.close1(user, positionId, { key: 'close-all-1' })).resolves.toBeUndefined();
    await expect(world.close1(user, positionId, { lots: 2, key: 'close-some' })).resolves.toBeUndefined();
  });

  it('leaves everything as it was when it fails half-way', async () => {
    const user = await world.user('1000');
    const position = await world.open(user);
    const before = await world.balances(user);
    await world.source.query(`alter table outbox add constraint test_stop check (payload->>'status' <> '3') not valid`);
    await expect(world.close1(user, position.positionId)).rejects.toThrow('test_stop');
    await world.source.query('alter table outbox drop constraint test_stop');
    expect(await world.row(user, position.positionId)).toEqual(position);
    expect(await world.balances(user)).toEqual(before);
  });
});

describe('closing many', () => {
  const batch = (userId: string, values: { side?: 'long' | 'short'; marketId?: number; demo?: boolean } = {}) =>
    world.commands.close.batch({ userId, demo: false, side: null, marketId: null, key: null, ...values });

  it('closes what was meant at the price of its sum, and nothing else', async () => {
    world.price('2000', {}, 2);
    const user = await world.user('5000');
    const long = await world.open(user, { lots: 5 });
    const more = await world.open(user, { lots: 5 });
    const short = await world.open(user, { side: 'short' });
    const ether = await world.open(user, { marketId: 2, lots: 1 });
    world.price('60000', {
      bids: [
        ['60000', '0.05'],
        ['59990', '1'],
      ],
    });
    await batch(user, { side: 'long', marketId: 1 });
    const [a, b] = [await world.row(user, long.positionId), await world.row(user, more.positionId)];
    expect([a.status, b.status, a.closePrice, b.closePrice]).toEqual([3, 3, '59990', '59990']);
    expect((await world.row(user, short.positionId)).status).toBe(1);
    expect((await world.row(user, ether.positionId)).status).toBe(1);
    // Ether's price is old: it stays open, the rest closes.
    world.clock.advance(6000);
    world.price('60000');
    await world.source.query('select 1');
    await batch(user);
    expect((await world.row(user, short.positionId)).status).toBe(3);
    await expect(batch(user, { marketId: 1 })).rejects.toMatchObject({ code: 'futures.not-open' });
  });

  /** Positions as of the first read: a concurrent change commits right behind it. */
  async function changingBehindIt(change: () => Promise<unknown>): Promise<void> {
    const positions = world.get(PositionsStore);
    const open = positions.open.bind(positions);
    jest.spyOn(positions, 'open').mockImplementationOnce(async (whose) => {
      const seen = await open(whose);
      await change();
      return seen;
    });
  }

  const taken = (): Promise<unknown[]> =>
    world.source.query(
      `select side, trim_scale(price)::text as price, trim_scale(sum(taken))::text as taken from taken_depth
        where market_id = 1 group by side, price`,
    );

  // The house's spread of 5 is off the best bid; with the lots of the first look it would be off the average of both.
  it.each<[string, number | null, string, string]>([
    ['closed by somebody', null, '59995', '0.05'],
    ['closed in part', 2, '59995', '0.08'],
  ])('prices again when one was %s meanwhile, and takes of the book what is sold', async (_what, lots, price, sold) => {
    const user = await world.user('5000');
    const [one, other] = [await world.open(user, { lots: 5 }), await world.open(user, { lots: 5 })];
    await world.source.query('delete from taken_depth');
    world.price('60000', {
      bids: [
        ['60000', '0.09'],
        ['59000', '10'],
      ],
    });
    await changingBehindIt(async () => {
      await world.commands.close.one({ userId: user, positionId: one.positionId, lots, worstPrice: null, key: null });
      await world.source.query('delete from taken_depth');
    });
    await batch(user);
    expect([await world.row(user, one.positionId), await world.row(user, other.positionId)]).toMatchObject([
      { status: 3 },
      { status: 3, closePrice: price },
    ]);
    expect(await taken()).toEqual([{ side: 'sell', price: '60000', taken: sold }]);
  });
});
