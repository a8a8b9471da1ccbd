import type {
  FuturesPositionsView,
  FuturesPositionView,
  FuturesProductView,
} from '../../../../server/contract/trading/futures.dto';
import { accountNow, distanceTo, liveFigures, percentOf, totalsOf } from './account-figures';
import { warningsOf } from './warnings';

/** The example of B.4 in `documents/formulas.md`, without a fee. */
const products = [
  {
    marketId: 1,
    priceDecimals: 4,
    tiers: [
      { floor: '0', cap: '50000', rate: '0.004', deduction: '0', maxLeverage: 125 },
      { floor: '50000', cap: '250000', rate: '0.005', deduction: '50', maxLeverage: 100 },
    ],
  },
] as unknown as FuturesProductView[];

const position = (change: Partial<FuturesPositionView> = {}) =>
  ({
    positionId: '1',
    marketId: 1,
    market: 'BTC/USDT',
    currencyId: 3,
    status: 1,
    side: 'long',
    marginMode: 'isolated',
    lots: 1,
    lotSize: '1',
    entryPrice: '60000',
    margin: '3000',
    closeFeeRatio: '0',
    ...change,
  }) as FuturesPositionView;

const account = (positions: FuturesPositionView[], available = '0') =>
  ({ positions, balances: [{ currencyId: 3, available, frozen: '3000' }] }) as unknown as FuturesPositionsView;

function figuresAt(mark: string | null, positions: FuturesPositionView[], available = '0') {
  const now = accountNow(account(positions, available), products, () => (mark === null ? null : { mark, at: 1 }));
  return liveFigures(positions, now);
}

describe('the live figures of a position', () => {
  it('are those of the reference', () => {
    expect(figuresAt('58000', [position()]).get('1')).toMatchObject({
      unrealisedProfit: '-2000',
      // Rounded against a long: 57,236.18090…
      liquidationPrice: '57236.181',
      distance: '1.31',
      level: 'safe',
    });
  });

  it.each([
    // (0.005 p − 50) / (p − 57,000), cut to six decimals.
    ['57400', 'safe', '0.5925'],
    ['57330', 'warning', '0.717121'],
    ['57262', 'critical', '0.901946'],
  ])('at %s are %s', (mark, level, marginRatio) => {
    expect(figuresAt(mark, [position()]).get('1')).toMatchObject({ level, marginRatio });
  });

  it('warn when nothing is left, and do not when nothing is known', () => {
    expect(figuresAt('56000', [position()]).get('1')).toMatchObject({ marginRatio: null, level: 'critical' });
    expect(figuresAt(null, [position()]).get('1')).toMatchObject({ unrealisedProfit: null, level: 'safe' });
  });

  it('are being liquidated, at no distance any more, once the mark is beyond its price', () => {
    // The price is 57,236.181; 57,200 is past it although it is 0.06 % away.
    expect(figuresAt('57200', [position()]).get('1')).toMatchObject({
      level: 'critical',
      distance: null,
      isReached: true,
    });
    expect(figuresAt('56000', [position()]).get('1')).toMatchObject({ distance: null, isReached: true });
    expect(figuresAt('57250', [position()]).get('1')).toMatchObject({ distance: '0.02', isReached: false });
  });

  it('go by everything of the market and side, orders included, and say so', () => {
    const half = position({ entryPrice: '30000', margin: '1500', lots: 1 });
    const alone = figuresAt('29500', [half]).get('1');
    expect(alone?.liquidationIsShared).toBe(false);
    const order = position({ positionId: '2', status: 0, entryPrice: null, lots: 2 });
    const shared = figuresAt('29500', [half, order]).get('1');
    expect(shared?.liquidationIsShared).toBe(true);
    expect(Number(shared?.liquidationPrice)).toBeGreaterThan(Number(alone?.liquidationPrice));
    const other = position({ positionId: '2', side: 'short', entryPrice: '30000', lots: 2 });
    expect(figuresAt('29500', [half, other]).get('1')).toEqual(alone);
  });

  it('of a cross position are backed by the account, and estimates', () => {
    const cross = position({ marginMode: 'cross' });
    expect(figuresAt('56000', [cross], '9000').get('1')).toMatchObject({
      liquidationIsEstimate: true,
      level: 'safe',
      // (12,000 − 60,000 + 0) / (0.004 − 1), the notional there is in the first step: 48,192.7710…
      liquidationPrice: '48192.7711',
    });
  });

  it('are as old as the oldest mark that liquidation goes by: of cross positions all of their currency', () => {
    const positions = [
      position({ marginMode: 'cross' }),
      position({ positionId: '2', marginMode: 'cross', marketId: 2, entryPrice: '59000' }),
      position({ positionId: '3', marginMode: 'cross', marketId: 3, currencyId: 4 }),
      position({ positionId: '4', marketId: 3 }),
    ];
    const all = [1, 2, 3].map((marketId) => ({ ...products[0], marketId }) as FuturesProductView);
    const sampled = new Map([
      [1, 90_000],
      [2, 20_000],
      [3, 80_000],
    ]);
    const now = accountNow(account(positions), all, (marketId) => ({
      mark: '59000',
      at: sampled.get(marketId) ?? null,
    }));
    const figures = [...liveFigures(positions, now).values()];
    expect(figures.map(({ markedAt, judgedAt }) => [markedAt, judgedAt])).toEqual([
      [90_000, 20_000],
      [20_000, 20_000],
      [80_000, 80_000],
      [80_000, 80_000],
    ]);
  });

  it('sum up to the account, or to nothing while a mark is missing', () => {
    const known = account([position()], '500');
    expect(totalsOf(known, figuresAt('61000', [position()]), 3)).toEqual({
      available: '500',
      frozen: '3000',
      profit: '1000',
      equity: '4500',
    });
    expect(totalsOf(known, figuresAt(null, [position()]), 3)).toMatchObject({ profit: null, equity: null });
  });
});

it('warns of each isolated position, and once of the cross account', () => {
  const positions = [
    position(),
    position({ positionId: '2', marginMode: 'cross' }),
    position({ positionId: '3', marginMode: 'cross' }),
  ];
  const warnings = warningsOf(positions, figuresAt('57250', positions), 'Cross account');
  expect(warnings.map(({ key, subject, level }) => [key, subject, level])).toEqual([
    ['1', 'BTC/USDT', 'critical'],
    ['cross', 'Cross account', 'critical'],
  ]);
});

it('measures distances and ratios in percent, cut', () => {
  expect(distanceTo('60000', '57236.1809')).toBe('4.60');
  expect(distanceTo('60000', null)).toBeNull();
  expect(percentOf('0.123456')).toBe('12.34');
  expect(percentOf(null)).toBeNull();
});
