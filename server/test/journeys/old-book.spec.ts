import { SamplePremiums } from '../../features/trading/funding/sample-premiums.js';
import { PreviewFutures } from '../../features/trading/futures-orders/preview-futures.js';
import { BTC_MARKET, type Prices } from '../factories/futures-world.js';
import { TradingWorld } from '../factories/trading-world.js';

const OLD_MS = 120_000;
let world: TradingWorld;

beforeAll(async () => {
  world = await TradingWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => pass('60000', 4));

const levels = { bids: [['60000', '1000']] as Prices['bids'], asks: [['60001', '1000']] as Prices['asks'] };
const old = (): Prices => ({ ...levels, bookAt: world.futures.clock.now() - OLD_MS });

/** The price stands for some seconds, and all workers do their work. */
async function pass(last: string, seconds: number, values: () => Prices = () => ({})): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    world.futures.clock.advance(1000);
    world.futures.price(last, values());
    await world.work([BTC_MARKET]);
  }
}

const refusal = (command: Promise<unknown>) =>
  command.then(
    () => 'done',
    ({ code }: { code?: string }) => code,
  );
const position = { marketId: BTC_MARKET, side: 'long', lots: 100, leverage: 10, marginMode: 'isolated' } as const;

describe('a book that nothing has confirmed for two minutes while trades and tickers go on', () => {
  it('sells nothing in spot, to nobody: neither at once nor to an order that waits', async () => {
    const buyer = await world.user('spot', '1000000');
    const waiting = await world.user('spot', '1000000');
    const order = { marketId: BTC_MARKET, side: 'buy', quantity: '5' } as const;
    expect(await world.spot(waiting, { ...order, limitPrice: '59000' })).toBe(true);
    await pass('62880', 3, old);
    expect(await world.spot(buyer, { ...order, limitPrice: null })).toBe(false);
    expect(await world.spot(buyer, { ...order, limitPrice: '63000' })).toBe(false);
    await pass('58000', 3, () => ({ ...old(), asks: [['58000', '1000']] }));
    const filled = () =>
      world.source.query('select filled::float8 as filled from spot_order where user_id = $1', [waiting]);
    expect(await filled()).toEqual([{ filled: 0 }]);
    await pass('58000', 1);
    expect(await filled()).toEqual([{ filled: 5 }]);
  });

  it('opens no position, neither at once nor one that waits', async () => {
    const [user, waiting] = [await world.user('contract', '100000'), await world.user('contract', '100000')];
    expect(await world.futuresOrder(waiting, { ...position, limitPrice: '59000' })).toBe(true);
    await pass('62880', 3, old);
    const { futures } = world;
    const wish = futures.wish(user, position);
    expect(await refusal(futures.submit(user, wish))).toBe('market.no-book');
    expect(await refusal(futures.get(PreviewFutures).order(wish))).toBe('market.no-book');
    await pass('58000', 3, () => ({ ...old(), asks: [['58000', '1000']] }));
    expect((await futures.rows(waiting))[0]?.status).toBe(0);
    await pass('58000', 1);
    expect((await futures.rows(waiting))[0]?.status).toBe(1);
  });

  it('closes by the mark: for whoever asks, for a stop and for a liquidation', async () => {
    const users = await Promise.all(['closing', 'stopped', 'liquidated'].map(() => world.user('contract', '100000')));
    const [closing = '', stopped = '', liquidated = ''] = users;
    const { futures } = world;
    await futures.submit(closing, position);
    await futures.submit(stopped, { ...position, leverage: 3, stopLoss: '56000' });
    await futures.submit(liquidated, { ...position, leverage: 20 });
    await pass('55000', 3, () => ({ ...old(), mark: '55100' }));
    const [row] = await futures.rows(closing);
    const preview = await futures.get(PreviewFutures).close(closing, row?.positionId ?? '', null);
    // The mark less the spread of 5, and not 60,000.
    expect(preview.price).toBe('55095');
    expect(await refusal(futures.close1(closing, row?.positionId ?? ''))).toBe('done');
    const closedAt = async (user: string) => {
      const [closed] = await futures.rows(user);
      return [closed?.status, closed?.closedAs, closed?.closePrice];
    };
    expect(await closedAt(closing)).toEqual([3, 'closed', '55095']);
    expect(await closedAt(stopped)).toEqual([3, 'stop-loss', '55100']);
    expect(await closedAt(liquidated)).toEqual([3, 'liquidated', '55100']);
  });

  it('gives no premium', async () => {
    const sample = () => world.futures.get(SamplePremiums).execute();
    world.futures.clock.advance(5000);
    world.futures.price('62880', old());
    expect(await sample()).toBe(0);
    world.futures.price('62880');
    expect(await sample()).toBe(1);
  });
});

describe('a young book that is far from a sound index', () => {
  const astray = (): Prices => ({
    bids: [['63000', '1000']],
    asks: [['63001', '1000']],
    index: '60000',
    mark: '60000',
  });

  it('fills nobody, and closing goes by the mark', async () => {
    const { futures } = world;
    const buyer = await world.user('spot', '1000000');
    const [closing, opening] = [await world.user('contract', '100000'), await world.user('contract', '100000')];
    await futures.submit(closing, position);
    await pass('63000', 3, astray);
    const order = { marketId: BTC_MARKET, side: 'buy', quantity: '1' } as const;
    expect(await world.spot(buyer, { ...order, limitPrice: null })).toBe(false);
    expect(await world.spot(buyer, { ...order, limitPrice: '63500' })).toBe(false);
    expect(await refusal(futures.submit(opening, futures.wish(opening, position)))).toBe('market.no-book');
    const [row] = await futures.rows(closing);
    expect(await refusal(futures.close1(closing, row?.positionId ?? ''))).toBe('done');
    // The mark less the spread of 5, and not 62,995.
    expect((await futures.rows(closing))[0]?.closePrice).toBe('59995');
  });

  it('fills no order that waits', async () => {
    const waiting = await world.user('spot', '1000000');
    const order = { marketId: BTC_MARKET, side: 'buy', quantity: '5', limitPrice: '58000' } as const;
    expect(await world.spot(waiting, order)).toBe(true);
    const low: Prices = { bids: [['57000', '1000']], asks: [['57001', '1000']], index: '60000', mark: '60000' };
    await pass('57000', 3, () => low);
    const filled = () =>
      world.source.query('select filled::float8 as filled from spot_order where user_id = $1', [waiting]);
    expect(await filled()).toEqual([{ filled: 0 }]);
    await pass('57000', 1);
    expect(await filled()).toEqual([{ filled: 5 }]);
  });
});
