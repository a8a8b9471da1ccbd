import { tickPrice } from './tick-price';

it.each([
  ['100', 2, 1, '100.01'],
  ['100', 2, -10, '99.9'],
  ['60000', 0, 10, '60010'],
  ['0.00000001', 8, 1, '0.00000002'],
  // Never below one tick.
  ['0.01', 2, -1, '0.01'],
  ['0.05', 2, -10, '0.01'],
  // Typed with more decimals than the market has: back on its steps.
  ['99.999', 2, 1, '100'],
  ['99999999999.99', 2, 1, '100000000000'],
])('%s of %i decimals moved by %i ticks is %s', (price, scale, ticks, moved) => {
  expect(tickPrice(price, scale, ticks)).toBe(moved);
});
