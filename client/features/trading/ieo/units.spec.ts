import { percentOf, priceOf, readUnits } from './units';

it.each([
  ['100', '100'],
  ['1,000', '1000'],
  ['1.000.000', '1000000'],
  ['１２', '12'],
  ['007', '7'],
  ['1.5', null],
  ['1,25', null],
  ['0', null],
  ['-5', null],
  ['', null],
  ['12345678901234', null],
])('%j is %j coins', (typed, expected) => expect(readUnits(typed)).toBe(expected));

it('a price is exact', () => {
  expect(priceOf('3', '0.00000001')).toBe('0.00000003');
  expect(priceOf('1000', '2')).toBe('2000');
  expect(priceOf('7', '1.25')).toBe('8.75');
});

it('a part of a whole is cut to hundredths', () => {
  expect(percentOf('1', '3')).toBe('33.33');
  expect(percentOf('2200', '1000')).toBe('220.00');
  expect(percentOf('0', '9')).toBe('0.00');
});
