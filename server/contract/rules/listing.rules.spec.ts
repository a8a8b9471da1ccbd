import { largestOrder, wrongLeastOrder } from './listing.rules.js';

describe('the least order of a new market', () => {
  it.each([
    ['5', { scale: 6, price: '1' }, null],
    ['1', { scale: 6, price: '1' }, null],
    ['100', { scale: 6, price: '1' }, null],
    ['0.99', { scale: 6, price: '1' }, 'worth'],
    ['100.01', { scale: 6, price: '1' }, 'worth'],
    // Five bitcoins are no least order.
    ['5', { scale: 8, price: '60000' }, 'worth'],
    ['0.0001', { scale: 8, price: '60000' }, null],
    ['0.000000001', { scale: 8, price: '60000' }, 'invalid'],
    ['0', { scale: 8, price: '60000' }, 'invalid'],
  ] as const)('of %s at %j: %s', (amount, quote, wrong) => {
    expect(wrongLeastOrder(amount, quote)).toBe(wrong);
  });

  it('is a hundred thousandth of the largest', () => {
    expect([largestOrder('5'), largestOrder('0.0001')]).toEqual(['500000', '10']);
  });
});
