import { FuturesWorld } from '../../../test/factories/futures-world.js';
import type { OrderWish } from '../futures-orders/quote-order.js';

const ETH_MARKET = 2;

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
  world.price('3000', {}, ETH_MARKET);
});

afterAll(() => world?.close());

const fill = (positionId: string, price: string) =>
  world.move((moves) => (tx, at) => moves.fill(tx, { positionId, price, margin: '50', fee: '0.25' }, at));

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
