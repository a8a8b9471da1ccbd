import { cameBack } from './rates';

describe('what an order brought back', () => {
  // Specification, section 9: 0.4 % × 3 days × 1000 is a penalty of 12, so 988 come back.
  it.each([
    ['1000', '0', '12', '988'],
    ['1000.5', '28.014', '28.014', '1000.5'],
    ['10000', '600', '0', '10600'],
  ])('%s with %s of interest and a penalty of %s: %s', (amount, total_interest, cancel_fee, back) => {
    expect(cameBack({ amount, total_interest, cancel_fee })).toBe(back);
  });
});
