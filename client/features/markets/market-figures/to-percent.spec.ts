import { toPercent } from './to-percent';

describe('toPercent', () => {
  it.each([
    ['0.0001', '0.01'],
    ['-0.000051', '-0.0051'],
    ['1', '100'],
    ['0.5', '50'],
    ['12.345', '1234.5'],
    ['0', '0'],
  ])('%s is %s', (fraction, percent) => {
    expect(toPercent(fraction)).toBe(percent);
  });
});
