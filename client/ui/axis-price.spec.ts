import { axisPrice } from './axis-price';

it.each([
  [50447.22, 2, 'es', '50.447,22'],
  [50447.22, 2, 'en', '50,447.22'],
  [50447, 2, 'zh', '50,447.00'],
  [0.00001234, 8, 'es', '0,00001234'],
  [-3.5, 1, 'th', '-3.5'],
] as const)('the axis says %d with %d decimals in %s as %s', (price, priceDecimals, language, text) => {
  expect(axisPrice(price, { priceDecimals, language })).toBe(text);
});
