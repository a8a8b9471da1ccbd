import { cutPrice, formatPrice } from './cut-price';

describe('a price that was worked out', () => {
  it.each([
    ['65156.218066666666666667', '65156.218'],
    ['64936.599552459753099473', '64936.599'],
    ['1506.592137078934137757', '1506.5921'],
    ['0.000012345678999', '0.000012345678'],
    ['123456789012.75', '123456789012'],
    ['62.50000000', '62.5'],
    ['66400', '66400'],
    ['0', '0'],
  ])('%s reads %s', (value, text) => {
    expect(cutPrice(value)).toBe(text);
  });
});

describe('a price of a market', () => {
  it.each([
    ['61910.4', 2, 'en', '61,910.40'],
    ['69452.513333333333333333', 2, 'es', '69.452,51'],
    ['1506.592137078934137757', undefined, 'en', '1,506.5921'],
    [null, 2, 'en', '—'],
  ] as const)('%s with %s decimals in %s reads %s', (value, decimals, language, text) => {
    expect(formatPrice(value, language, decimals)).toBe(text);
  });
});
