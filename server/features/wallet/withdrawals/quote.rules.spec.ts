import * as fc from 'fast-check';
import { fromUnits, toUnits, UNIT } from '../../../contract/money.js';
import { arrivalDecimals, split } from './quote.rules.js';

describe('how fine what arrives can be', () => {
  it.each([
    ['tron', 6, 8, 6],
    ['ethereum', 6, 8, 6],
    ['ethereum', 18, 8, 8],
    ['bitcoin', 8, 8, 8],
    ['bank', 0, 8, 8],
  ] as const)('on %s with %d decimals, of a coin with %d in the books: %d', (chain, chainDecimals, scale, decimals) => {
    expect(arrivalDecimals({ chain, chainDecimals }, scale)).toBe(decimals);
  });
});

describe('what is charged', () => {
  const percent = { fixed: '0', percent: '0.1', scale: 8, decimals: 6 };

  it.each([
    // [charged, terms, fee, arrives]
    ['250', percent, '0.25', '249.75'],
    // 33.33333333 x 0.1 % is 0.03333334 rounded up; 33.29999999 is left, of which the chain carries six decimals.
    ['33.33333333', percent, '0.03333433', '33.299999'],
    ['33.33333333', { ...percent, decimals: 8 }, '0.03333334', '33.29999999'],
    ['10.00000001', { ...percent, percent: '0' }, '0.00000001', '10'],
    ['10.000001', { ...percent, percent: '0' }, '0', '10.000001'],
    ['1.0000009', { ...percent, percent: '0', fixed: '1' }, '1.0000009', '0'],
    ['1', { ...percent, percent: '0', fixed: '2' }, '1', '0'],
  ] as const)('%s is a fee and what the chain can carry', (amount, terms, fee, arrives) => {
    expect(split(amount, terms)).toEqual({ fee, arrives });
  });

  it('is the fee and what arrives, together, and no more of it is kept than the fee and less than one part of the chain', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 17n });
    const decimals = fc.integer({ min: 0, max: 8 });
    const parts = fc.bigInt({ min: 0n, max: 5_000_000n });
    fc.assert(
      fc.property(amounts, decimals, parts, parts, (count, places, percentParts, fixedParts) => {
        const amount = fromUnits(count * 10n ** 10n);
        // Millionths of a percent, and hundred-millionths of the coin.
        const [percent, fixed] = [fromUnits(percentParts * 10n ** 12n), fromUnits(fixedParts * 10n ** 10n)];
        const { fee, arrives } = split(amount, { fixed, percent, scale: 8, decimals: places });
        const [charged, paid, out] = [amount, fee, arrives].map((text) => toUnits(text)) as [bigint, bigint, bigint];
        expect(paid + out).toBe(charged);
        expect(out >= 0n && out % 10n ** BigInt(18 - places) === 0n).toBe(true);
        // The terms' fee as a fraction of 10^-18 times a hundred, without any rounding.
        const exact = charged * toUnits(percent) + toUnits(fixed) * UNIT * 100n;
        const scaled = UNIT * 100n;
        if (out > 0n) {
          expect(paid * scaled >= exact).toBe(true);
          expect(paid * scaled < exact + (10n ** BigInt(18 - places) + 10n ** 10n) * scaled).toBe(true);
        }
      }),
    );
  });
});
