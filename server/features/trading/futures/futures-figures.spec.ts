import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { FuturesFigures } from './futures-figures.js';

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world?.close());

it('says what is open on each side of a market, book by book, and what the insurance fund holds', async () => {
  await world.insure('3000');
  const [one, other] = [await world.user('10000'), await world.user('10000')];
  await world.open(one, { lots: 3 });
  await world.open(other, { lots: 2 });
  await world.open(other, { lots: 4, side: 'short' });
  await world.get(FuturesFigures).execute();
  const text = await world.get(Metrics).text();
  expect(text).toContain('gateway_open_lots{symbol="BTC/USDT",book="real",side="long"} 5');
  expect(text).toContain('gateway_open_lots{symbol="BTC/USDT",book="real",side="short"} 4');
  expect(text).toContain('gateway_insurance_fund{book="real",currency="USDT"} 3000');
});
