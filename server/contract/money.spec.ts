import * as fc from 'fast-check';
import { credit, Decimal, debit } from './decimal.js';
import { fromUnits, isDecimalText, parseAmount, toUnits, truncate } from './money.js';

const RUNS = { numRuns: 4096 };
const SCALE = 8;

/** Every amount that may be typed: up to 18 digits, up to `scale` decimals, not zero. */
const anAmount = (scale = 18, digits = 18) =>
  fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }),
      fc
        .integer({ min: 0, max: scale })
        .chain((length) =>
          fc
            .bigInt({ min: 0n, max: 10n ** BigInt(length) - 1n })
            .map((n) => (length === 0 ? '' : `.${String(n).padStart(length, '0')}`)),
        ),
    )
    .map(([whole, fraction]) => `${whole}${fraction}`)
    .filter((text) => /[1-9]/.test(text));

describe('parseAmount', () => {
  it.each(['1', '0.1', '0.00000001', '123456789012345678', '9007199254740993', '100.50', '0.10000000'])(
    'takes %s as it is written',
    (text) => expect(parseAmount(text, SCALE)).toEqual({ amount: text, problem: null }),
  );

  it.each(['0', '0.0', '0.00000000'])('finds nothing in %s', (text) =>
    expect(parseAmount(text, SCALE).problem).toBe('zero'),
  );

  it.each([
    ['0.1234567', 6],
    ['0.123456789', 8],
    ['1.0000000000000000001', 18],
    ['1.5', 0],
    ['0.000000000000000000', 8],
  ])('finds too many decimals in %s for a scale of %i', (text, scale) =>
    expect(parseAmount(text, scale).problem).toBe('decimals'),
  );

  it.each([
    '-1',
    '-0',
    '-0.00000001',
    '−1',
    '00',
    '',
    'NaN',
    'nan',
    'Infinity',
    '-Infinity',
    'null',
    'undefined',
    '1e5',
    '1E-19',
    '1e309',
    '1e-400',
    '0x10',
    '0b11',
    '0o7',
    '1_000',
    '012',
    '1.',
    '.5',
    '+1',
    '.',
    ' 1',
    '1 ',
    '\t1',
    '1\n',
    '1\0',
    '\uFEFF1',
    '1\u200B0',
    '1\r',
    '\n1',
    '１２',
    '٣',
    '१',
    'Ⅳ',
    '½',
    '1,000',
    '1.000,5',
    "1'000",
    '$5',
    '5 USDT',
    '5%',
    '1.2.3',
    '1234567890123456789',
    '123456789012345678901',
    '9'.repeat(40),
    '9'.repeat(10_000),
    '9'.repeat(1_000_000),
  ])('understands nothing of %#', (text) => expect(parseAmount(text, SCALE).problem).toBe('format'));

  it.each([[5], [null], [undefined], [true], [['5']], [{ toString: () => '5' }], [5n], [{ a: 5 }], [Number.NaN]])(
    'takes no other thing than a text: %p',
    (value) => expect(parseAmount(value, SCALE).problem).toBe('format'),
  );

  it('takes every amount of its scale and no text of anything else', () => {
    fc.assert(
      fc.property(anAmount(SCALE), (text) => parseAmount(text, SCALE).amount === text),
      RUNS,
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { amount } = parseAmount(text, 18);
        return amount === null || (amount === text && isDecimalText(text) && toUnits(text) > 0n);
      }),
      RUNS,
    );
  });
});

describe('amounts', () => {
  it('K02: a way through text and back changes nothing', () => {
    fc.assert(
      fc.property(anAmount(18, 20), (text) => {
        const decimal = new Decimal(text);
        const again = decimal.toFixed();
        return (
          new Decimal(again).equals(decimal) &&
          toUnits(again) === toUnits(text) &&
          new Decimal(fromUnits(toUnits(text))).equals(decimal) &&
          isDecimalText(again)
        );
      }),
      RUNS,
    );
  });

  it('are cut to be shown, never rounded, and lose less than a unit', () => {
    fc.assert(
      fc.property(anAmount(), fc.integer({ min: 0, max: 18 }), (text, decimals) => {
        const lost = toUnits(text) - toUnits(truncate(text, decimals));
        return lost >= 0n && lost < 10n ** BigInt(18 - decimals);
      }),
      RUNS,
    );
  });

  it('multiply without losing a digit', () => {
    expect(
      new Decimal('99999999999999999999.999999999999999999').times('99999999999999999999.999999999999999999').toFixed(),
    ).toBe('9999999999999999999999999999999999999800.000000000000000000000000000000000001');
    expect(new Decimal('4.35').times(100).toFixed()).toBe('435');
    expect(new Decimal('0.1').plus('0.2').toFixed()).toBe('0.3');
  });
});

describe('rounding', () => {
  it.each([
    ['1.239999999', 2, '1.23', '1.24'],
    ['1.23', 2, '1.23', '1.23'],
    ['0.000000001', 8, '0', '0.00000001'],
    ['5', 0, '5', '5'],
  ])('%s to %i decimals: %s is received, %s is paid', (value, scale, received, paid) => {
    expect(credit(new Decimal(value), scale)).toBe(received);
    expect(debit(new Decimal(value), scale)).toBe(paid);
  });

  it('has no direction below zero', () => {
    expect(() => credit(new Decimal('-1'), 2)).toThrow(RangeError);
    expect(() => debit(new Decimal('NaN'), 2)).toThrow(RangeError);
  });

  it('K01: nobody gains by splitting what a rate is applied to', () => {
    fc.assert(
      fc.property(anAmount(SCALE, 12), anAmount(SCALE, 12), anAmount(18, 1), (a, b, rate) => {
        const whole = new Decimal(a).plus(b).times(rate);
        const [first, second] = [new Decimal(a).times(rate), new Decimal(b).times(rate)];
        const received = new Decimal(credit(first, SCALE)).plus(credit(second, SCALE));
        const paid = new Decimal(debit(first, SCALE)).plus(debit(second, SCALE));
        const isNoGain = received.lte(credit(whole, SCALE)) && paid.gte(debit(whole, SCALE));
        // And the house never gives more than the exact value, nor takes less.
        return isNoGain && received.lte(whole) && paid.gte(whole);
      }),
      RUNS,
    );
  });
});
