import { directionOf, isTriggered, pairDirection, standsBetween, stopReserve } from './spot-stop.rules.js';

describe('a stop', () => {
  it.each([
    ['101', 'rise'],
    ['99', 'fall'],
    ['100', null],
    ['100.000', null],
  ] as const)('at %s waits for the price of 100 to %s', (trigger, direction) => {
    expect(directionOf(trigger, '100')).toBe(direction);
  });

  it.each([
    ['rise', '99.99', false],
    ['rise', '100', true],
    ['rise', '100.01', true],
    ['fall', '100.01', false],
    ['fall', '100', true],
    ['fall', '99.99', true],
  ] as const)('that waits for a %s to 100 is at %s reached: %s', (direction, last, reached) => {
    expect(isTriggered({ direction, triggerPrice: '100' }, last)).toBe(reached);
  });

  it.each([
    ['of a sale: its coins', { side: 'sell', limitPrice: null, quantity: '3', cost: null }, '3'],
    [
      'of a purchase at the market: what it may cost',
      { side: 'buy', limitPrice: null, quantity: null, cost: '50' },
      '50',
    ],
    // 3 x 33.335 = 100.005, raised to 100.01, and a thousandth of it, raised to 0.11.
    [
      'of a purchase with a limit: all with its fee',
      { side: 'buy', limitPrice: '33.335', quantity: '3', cost: null },
      '100.12',
    ],
  ] as const)('freezes %s', (_, terms, reserve) => {
    expect(stopReserve({ ...terms, feeRatio: '0.001', quoteScale: 2 })).toBe(reserve);
  });
});

describe('a pair', () => {
  it.each([
    ['sell', '110', '90', true],
    ['sell', '100', '90', false],
    ['sell', '110', '100', false],
    ['sell', '90', '110', false],
    ['buy', '90', '110', true],
    ['buy', '100', '110', false],
    ['buy', '90', '100', false],
    ['buy', '110', '90', false],
  ] as const)(
    'of a %s with its limit at %s and its stop at %s has 100 between: %s',
    (side, limitPrice, triggerPrice, expected) => {
      expect(standsBetween(side, { limitPrice, triggerPrice }, '100')).toBe(expected);
    },
  );

  it('waits for the price to go against its owner', () => {
    expect([pairDirection('sell'), pairDirection('buy')]).toEqual(['fall', 'rise']);
  });
});
