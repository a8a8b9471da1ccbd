import { Metrics } from '../../../platform/metrics/metrics.js';
import { OptionWorld } from '../../../test/factories/option-world.js';
import { OptionsFigures } from './options-figures.js';

let world: OptionWorld;

beforeAll(async () => {
  world = await OptionWorld.open();
}, 60_000);
afterAll(() => world?.app.close());

it('says what open options of a market may win together', async () => {
  const figure = async () => {
    await world.get(OptionsFigures).execute();
    const text = await world.get(Metrics).text();
    return /^gateway_options_owed\{symbol="BTC\/USDT",book="demo",currency="USDT"\} (\S+)$/m.exec(text)?.[1];
  };
  expect(await figure()).toBeUndefined();
  await world.price('60000');
  const user = await world.user('1000');
  await world.buy(user);
  await world.buy(user);
  const [row]: { owed: number }[] = await world.source.query(
    `select sum(winnings)::float8 as owed from option_order where status = 'open' and demo`,
  );
  expect(row?.owed).toBeGreaterThan(0);
  expect(Number(await figure())).toBe(row?.owed);
});
