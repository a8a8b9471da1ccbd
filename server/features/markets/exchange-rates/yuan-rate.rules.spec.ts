import { rateThroughUsdt } from './yuan-rate.rules.js';

const USDT = { yuan: '7.1', setAt: 1000, ageMs: 5000 };

it.each([
  ['60000', 100, '426000.00000000', 5000],
  ['0.00001234', 9000, '0.00008761', 9000],
  // Cut, never rounded up.
  ['0.000000001', 0, '0.00000000', 5000],
])('a coin at %s USDT, %s ms old, is %s yuan', (price, age, yuan, ageMs) => {
  expect(rateThroughUsdt({ price, ageMs: age }, USDT)).toEqual({ yuan, setAt: 1000, ageMs });
});

it('of a coin without a price nobody has set or knows anything', () => {
  expect(rateThroughUsdt(null, USDT)).toEqual({ yuan: '0', setAt: null, ageMs: 0 });
});
