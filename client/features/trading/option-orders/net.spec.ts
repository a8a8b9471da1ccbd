import { netOf } from './net';

/** A stake of 100 at 80 %, with a fee of 1. */
it.each([
  ['a right one', { paid: '180', stake: '100', fee: '1' }, '79'],
  ['a wrong one', { paid: '0', stake: '100', fee: '1' }, '-101'],
  ['a tie, or a void one', { paid: '101', stake: '100', fee: '1' }, '0'],
  ['the last digit', { paid: '0.00000001', stake: '0.00000002', fee: '0.00000001' }, '-0.00000002'],
])('of %s', (_what, settled, net) => {
  expect(netOf(settled)).toBe(net);
});
