import { changeReading, fundingReading, marginReading, priceReading } from './figure.rules.js';

const UNIT = 10n ** 18n;

describe('a figure', () => {
  it('of a price is the price', () => {
    expect(priceReading(7, '70000.50')).toEqual({
      at: 7,
      value: 70000_5n * (UNIT / 10n),
      figure: '70000.5',
      price: null,
    });
  });

  it.each<[string, string, bigint, string]>([
    ['100', '105', 5n * UNIT, '5'],
    ['100', '95', -5n * UNIT, '-5'],
    ['100', '100', 0n, '0'],
    // 1/3 of a percent is cut towards zero, both ways, so that nobody is told before it is there.
    ['300', '301', UNIT / 3n, '0.33'],
    ['300', '299', -(UNIT / 3n), '-0.33'],
  ])('of a change from %s to %s', (from, to, value, figure) => {
    expect(changeReading(7, from, to)).toEqual({ at: 7, value, figure, price: to });
  });

  it('of a funding rate is in percent', () => {
    expect(fundingReading(7, '0.0001')).toMatchObject({ value: UNIT / 100n, figure: '0.01' });
    expect(fundingReading(7, '-0.000375')).toMatchObject({ figure: '-0.0375' });
  });

  it.each([
    ['0.805', '80.5'],
    ['0', '0'],
    ['1.2', '120'],
    ['5000', '9999'],
    [null, '9999'],
  ])('of a margin of %s that is used', (ratio, figure) => {
    expect(marginReading(7, ratio)).toMatchObject({ figure });
  });
});
