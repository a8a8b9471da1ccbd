import { surrounds } from './spot-exit.rules.js';

describe('a take-profit and a stop-loss', () => {
  it.each([
    ['110', '90', true],
    ['110', null, true],
    [null, '90', true],
    ['100', '90', false],
    ['99', '90', false],
    ['110', '100', false],
    [null, '101', false],
  ] as const)('%s and %s around 100: %s', (takeProfit, stopLoss, expected) => {
    expect(surrounds({ takeProfit, stopLoss }, '100')).toBe(expected);
  });
});
