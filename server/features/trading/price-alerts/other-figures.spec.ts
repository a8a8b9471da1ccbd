import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { putPremium } from '../../../test/factories/premiums.js';
import { Logger } from '@nestjs/common';
import { GetFunding } from '../funding/index.js';
import { JudgePriceAlerts } from './judge-price-alerts.js';
import { MarginFigures } from './margin-figures.js';
import { OtherFigures } from './other-figures.js';
import { SavePriceAlert } from './save-price-alert.js';

const MARKET = 1;
let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});

const used = async (userId: string, marketId: number | null) =>
  (await world.get(MarginFigures).read([{ userId, marketId }])).map(({ reading }) => reading.figure);
const noticesOf = (userId: string): Promise<{ kind: string; figure: string }[]> =>
  world.source.query(
    `select kind, parameters ->> 'figure' as figure from account_notice where user_id = $1 and kind like 'alert-%' order by id`,
    [userId],
  );

describe('how much of a margin is used', () => {
  it('is what is required of what there is, of an isolated position', async () => {
    const user = await world.user('1000');
    await world.open(user, { marginMode: 'isolated', leverage: 50 });
    await worker.price('59200');
    // 0.1 at 60,005 with 120.01: at 59,200 there are 39.51, and 0.45 % of 5,920 are required, which is 26.64.
    expect(await used(user, MARKET)).toEqual(['67.42']);
    expect(await used(user, null)).toEqual(['0']);
  });

  it('is what is required of the whole account, of cross positions', async () => {
    const user = await world.user('1000');
    await world.open(user, { marginMode: 'cross', leverage: 50 });
    await worker.price('59200');
    // 1,000 less a fee of 3.00025 and a loss of 80.5 are 916.49975.
    expect(await used(user, null)).toEqual(['2.9']);
    expect(await used(user, MARKET)).toEqual(['0']);
  });

  it('is not said without a confirmed mark', async () => {
    const user = await world.user('1000');
    await world.open(user, { marginMode: 'isolated', leverage: 50 });
    world.clock.advance(60_000);
    expect(await used(user, MARKET)).toEqual([]);
  });

  it('sets an alert off, once, when it reaches what was chosen', async () => {
    const user = await world.user('1000');
    await world.open(user, { marginMode: 'isolated', leverage: 50 });
    await world.get(SavePriceAlert).execute(user, { symbol: 'BTC/USDT', kind: 'margin-above', value: '67' });
    const judge = world.get(JudgePriceAlerts);
    await judge.execute();
    await judge.execute();
    expect(await noticesOf(user)).toEqual([]);
    await worker.price('59200');
    await judge.execute();
    await judge.execute();
    expect(await noticesOf(user)).toEqual([{ kind: 'alert-margin', figure: '67.42' }]);
  });
});

describe('a funding rate', () => {
  it('is the one that is expected, in percent, and sets an alert off at every five seconds', async () => {
    const user = await world.user('1000');
    const premiumOf = (value: string, at: number) => putPremium(world.source, { marketId: MARKET, at, premium: value });
    const rate = async () => (await world.get(OtherFigures).rate('BTC/USDT'))?.reading.figure;
    await premiumOf('0', world.clock.now() - 2000);
    expect(await rate()).toBe('0.01');
    const wish = { symbol: 'BTC/USDT', kind: 'funding-above', value: '0.01' } as const;
    await expect(world.get(SavePriceAlert).execute(user, wish)).rejects.toThrow('alert.already-there');
    await world.get(SavePriceAlert).execute(user, { ...wish, value: '0.06' });
    const judge = world.get(JudgePriceAlerts);
    await judge.execute();
    await judge.execute();
    // B.3: a mean premium of 0.0012 makes 0.0007.
    await premiumOf('0.0024', world.clock.now() - 1000);
    expect(await rate()).toBe('0.07');
    await judge.execute();
    expect(await noticesOf(user)).toEqual([]);
    world.clock.advance(5000);
    await judge.execute();
    expect(await noticesOf(user)).toEqual([{ kind: 'alert-funding-above', figure: '0.07' }]);
  });
});

describe('what cannot be read', () => {
  const down = () => Promise.reject(new Error('down'));
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['margins', 'MarginFigures', 'funding', ['funding-above', '0.2']],
    ['funding rates', 'GetFunding', 'margin', ['funding-below', '-0.5']],
  ] as const)('of %s is left out and logged, and alerts on all else go on', async (what, part, left, ofRate) => {
    const user = await world.user('1000');
    await world.open(user, { marginMode: 'isolated', leverage: 50 });
    await worker.price('60000', {}, 3);
    const premium = (value: string) =>
      putPremium(world.source, { marketId: MARKET, at: world.clock.now() - 1000, premium: value });
    await premium('0');
    for (const [kind, value] of [['margin-above', '67'], ofRate] as const)
      await world.get(SavePriceAlert).execute(user, { symbol: 'BTC/USDT', kind, value });
    const judge = world.get(JudgePriceAlerts);
    await judge.execute();
    await judge.execute();
    expect(await noticesOf(user)).toEqual([]);
    // Rates are due again, and the mark is confirmed: both alerts have what they wait for.
    world.clock.advance(10_000);
    await premium('0.02');
    await worker.price('59200', {}, 3);
    if (part === 'MarginFigures') jest.spyOn(world.get(MarginFigures), 'read').mockImplementation(down);
    else jest.spyOn(world.get(GetFunding), 'execute').mockImplementation(down);
    const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await judge.execute();
    expect((await noticesOf(user)).map(({ kind }) => kind)).toEqual([
      left === 'margin' ? 'alert-margin' : 'alert-funding-above',
    ]);
    expect(errors.mock.calls.map(([said]) => said)).toContainEqual(
      expect.objectContaining({ event: 'not-read', what }),
    );
  });
});
