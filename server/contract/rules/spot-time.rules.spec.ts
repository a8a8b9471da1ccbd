import { mayExpireAt, rests, timeObstacle } from './spot-time.rules.js';

const quoted = { bids: [['99', '1']], asks: [['100', '1']] } as const;
const terms = (side: 'buy' | 'sell', limitPrice: string) => ({ side, quantity: '2', limitPrice });

describe('what keeps an order from being placed', () => {
  it.each([
    ['post-only', 'buy', '99.99', null, null],
    ['post-only', 'buy', '100', '1', 'would-take'],
    ['post-only', 'buy', '100', null, 'would-take'],
    ['post-only', 'sell', '99.01', null, null],
    ['post-only', 'sell', '99', '1', 'would-take'],
    ['fok', 'buy', '100', '2', null],
    ['fok', 'buy', '100', '2.000', null],
    ['fok', 'buy', '100', '1', 'not-whole'],
    ['fok', 'buy', '90', null, 'not-whole'],
    ['gtc', 'buy', '100', '1', null],
    ['gtd', 'buy', '100', '1', null],
    ['ioc', 'buy', '100', null, null],
  ] as const)('%s, %s at %s, of which %s is executed: %s', (timeInForce, side, limitPrice, filled, expected) => {
    const fill = filled === null ? null : { quantity: filled };
    expect(timeObstacle(terms(side, limitPrice), { timeInForce, fill, quoted, last: '100' })).toBe(expected);
  });

  it.each([
    ['buy', '100', 'would-take'],
    ['buy', '500', 'would-take'],
    ['buy', '99.99', null],
    ['sell', '100', 'would-take'],
    ['sell', '100.01', null],
  ] as const)(
    'of an order that never takes, to %s at %s where nothing is quoted, is told by the last price: %s',
    (side, limitPrice, expected) => {
      const empty = { bids: [], asks: [] };
      const book = { timeInForce: 'post-only', fill: null, quoted: empty, last: '100' } as const;
      expect(timeObstacle(terms(side, limitPrice), book)).toBe(expected);
    },
  );
});

describe('the date of an order', () => {
  const NOW = 1_800_000_000_000;
  const NINETY_DAYS = 7_776_000_000;
  it.each([
    [59_999, false],
    [60_000, true],
    [NINETY_DAYS, true],
    [NINETY_DAYS + 1, false],
    [-1, false],
  ])('%i ms ahead: %s', (ahead, expected) => {
    expect(mayExpireAt(NOW + ahead, NOW)).toBe(expected);
  });
});

it.each([
  ['gtc', '1', true],
  ['post-only', '1', true],
  ['gtd', '1', true],
  ['ioc', '1', false],
  ['fok', '1', false],
  ['gtc', null, false],
] as const)('an order %s with limit %s rests: %s', (timeInForce, limitPrice, expected) => {
  expect(rests({ limitPrice }, timeInForce)).toBe(expected);
});
