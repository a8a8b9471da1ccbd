import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import type { OrderWish } from '../futures-orders/quote-order.js';

const ETH_MARKET = 2;

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
  world.price('3000', {}, ETH_MARKET);
});

afterAll(() => world?.close());

/** Fills an order of one lot of 0.01, whose fee is 0.05 % of its price. */
const fill = (positionId: string, price: '50000' | '70000') => {
  const fee = { 50000: '0.25', 70000: '0.35' }[price];
  return world.move((moves) => (tx, at) => moves.fill(tx, { positionId, price, margin: '50', fee }, at));
};

it('the room of a market is that of one side in one book, down to the last lot, and a waiting order takes none', async () => {
  await world.source.query('update futures_product set open_lots_max = 30 where market_id = 1');
  const people = await Promise.all(Array.from({ length: 3 }, () => world.user('100000')));
  const [one, other, demo] = people as [string, string, string];
  const trader = await world.user('100000', { demo: true });
  const wish: Partial<OrderWish> = { leverage: 10 };
  await world.submit(trader, { ...wish, lots: 25, demo: true });
  await world.submit(other, { ...wish, lots: 25, side: 'short' });
  await world.submit(demo, { ...wish, lots: 29, marketId: ETH_MARKET });
  const held = await world.open(one, { ...wish, lots: 20 });

  const long = await world.open(other, { lots: 1, isLimit: true, limitPrice: '50000' });
  const short = await world.open(one, { lots: 1, side: 'short', isLimit: true, limitPrice: '70000' });
  await world.submit(one, { ...wish, lots: 9 });
  await expect(world.submit(one, { ...wish, lots: 2 })).rejects.toMatchObject({ code: 'futures.no-room' });
  await world.submit(one, { ...wish, lots: 1 });

  await expect(world.submit(one, { ...wish, lots: 1 })).rejects.toMatchObject({ code: 'futures.no-room' });
  await expect(fill(long.positionId, '50000')).rejects.toThrow('too many lots');
  expect((await world.row(other, long.positionId)).status).toBe(0);
  await expect(fill(short.positionId, '70000')).resolves.toMatchObject({ position: { status: 1 } });
  await world.close1(one, held.positionId, { lots: 1 });
  await expect(fill(long.positionId, '50000')).resolves.toMatchObject({ position: { status: 1 } });
  await world.source.query('update futures_product set open_lots_max = 1000000 where market_id = 1');
});

describe('the room of a market, with two who take it at the same time', () => {
  const most = (lots: number) =>
    world.source.query('update futures_product set open_lots_max = $1 where market_id = 2', [lots]);
  const taken = async (): Promise<number> => {
    const rows: { lots: number }[] = await world.source.query(
      `select coalesce(sum(lots), 0)::integer as lots from futures_open_lots where market_id = 2 and not demo and side = 1`,
    );
    return rows[0]?.lots ?? 0;
  };
  const order = { leverage: 10, marketId: ETH_MARKET, lots: 900 } as const;
  const people = () => Promise.all(['first', 'second'].map(() => world.user('1000000'))) as Promise<[string, string]>;

  beforeEach(async () => {
    world.refresh();
    await most((await taken()) + 1000);
  });
  afterAll(() => most(1_000_000));

  it('two orders: one is refused', async () => {
    const [one, other] = await people();
    const before = await taken();
    const results = await heldBack(
      world.source,
      [one],
      [() => world.submit(one, order), () => world.submit(other, order)],
    );
    expect(outcomesOf(results)).toEqual(['done', 'futures.no-room']);
    expect((await taken()) - before).toBe(900);
  });

  it('an order and the fill of one that waited: the fill is revoked', async () => {
    const worker = new Worker(world);
    const [one, other] = await people();
    const before = await taken();
    const waiting = await world.open(other, { ...order, isLimit: true, limitPrice: '2900' });
    world.price('2800', {}, ETH_MARKET);
    const results = await heldBack(
      world.source,
      [one],
      [() => world.submit(one, order), () => worker.fill(ETH_MARKET)],
    );
    expect(outcomesOf(results)).toEqual(['done', 'done']);
    expect((await world.row(other, waiting.positionId)).status).toBe(4);
    expect((await taken()) - before).toBe(900);
    world.price('3000', {}, ETH_MARKET);
  });

  it('orders that waited: filled one below it and at it, and the one above it is revoked', async () => {
    const worker = new Worker(world);
    const [one, other] = await people();
    const before = await taken();
    await most(before + 30);
    await world.submit(one, { ...order, lots: 28 });
    const statuses: unknown[] = [];
    for (let place = 29; place <= 31; place += 1) {
      const waiting = await world.open(other, { ...order, lots: 1, isLimit: true, limitPrice: '2900' });
      world.price('2800', {}, ETH_MARKET);
      await worker.fill(ETH_MARKET);
      statuses.push((await world.row(other, waiting.positionId)).status);
      world.price('3000', {}, ETH_MARKET);
    }
    expect(statuses).toEqual([1, 1, 4]);
    expect((await taken()) - before).toBe(30);
  });

  it('small orders far from the maximum do not wait for one another, nor are they refused near it', async () => {
    const before = await taken();
    await most(10_000_000);
    const [one, other] = await people();
    const small = { ...order, lots: 10 };
    // The first one is held back to the end; the second ends before it.
    const results = await heldBack(
      world.source,
      [one],
      [() => world.submit(one, small), () => world.submit(other, small).then(() => taken())],
    );
    expect(results[1]).toMatchObject({ status: 'fulfilled', value: before + 10 });
    await most(before + 40);
    const last = await Promise.allSettled([one, other].map((user) => world.submit(user, small)));
    expect(outcomesOf(last)).toEqual(['done', 'done']);
    await expect(world.submit(other, { ...small, lots: 1 })).rejects.toMatchObject({ code: 'futures.no-room' });
  });
});
