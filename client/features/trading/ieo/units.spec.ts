import { percentOf, priceOf, readUnits } from './units';

it.each([
  ['en', '100', '100'],
  ['en', '1,000', '1000'],
  ['en', '12,500', '12500'],
  ['es', '12.500', '12500'],
  ['en', '1,000,000', '1000000'],
  ['es', '1.000.000', '1000000'],
  ['en', '1 000', '1000'],
  ['en', '１２', '12'],
  ['en', '007', '7'],
  ['en', '0.125', null],
  ['es', '0,125', null],
  ['es', '0.125', null],
  ['en', '12.500', null],
  ['es', '12,500', null],
  ['en', '12.5000', null],
  ['en', '1,0000', null],
  ['en', '1,00,000', null],
  ['en', '1.5', null],
  ['en', '1,25', null],
  ['en', '0', null],
  ['en', '-5', null],
  ['en', '', null],
  ['en', '12345678901234', null],
] as const)('in %s %j is %j coins', (language, typed, expected) => expect(readUnits(typed, language)).toBe(expected));

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
