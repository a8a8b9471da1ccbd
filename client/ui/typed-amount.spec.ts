import { assert, bigInt, constantFrom, integer, pre, property, stringMatching, tuple } from 'fast-check';
import { LANGUAGES } from '../../server/contract/errors';
import { isDecimalText, toUnits } from '../../server/contract/money';
import { formatDecimal } from '../platform/format';
import { amountFrom, isReadingSurprising, readingsOf, readTypedAmount, shownAmount, typedAs } from './typed-amount';

describe('an amount as people type it', () => {
  it.each([
    ['12', 'en', '12'],
    ['0.5', 'en', '0.5'],
    ['.5', 'en', '0.5'],
    ['0,5', 'en', '0.5'],
    ['0,5', 'es', '0.5'],
    ['1,5', 'zh', '1.5'],
    ['1,234', 'es', '1.234'],
    ['1.234', 'en', '1.234'],
    ['1,234.56', 'en', '1234.56'],
    ['1.234,56', 'es', '1234.56'],
    ['1.234,56', 'en', '1234.56'],
    ['1.234.567', 'es', '1234567'],
    ['1,234,567', 'es', '1234567'],
    ['1 234,56', 'es', '1234.56'],
    ['007', 'en', '7'],
    ['0,123', 'en', '0.123'],
    ['0,123', 'zh', '0.123'],
    ['0,123', 'es', '0.123'],
    ['00,123', 'en', '0.123'],
    ['0.123', 'es', '0.123'],
    ['１２．５', 'ja', '12.5'],
    ['5.', 'en', '5'],
  ] as const)('reads %s in %s as %s', (text, language, amount) => {
    expect(readTypedAmount(text, language)).toBe(amount);
  });

  it.each([
    '',
    '.',
    ',',
    '1.2.3',
    '1,2,3',
    '1,23,456',
    '1.234,56,7',
    '0,123,456',
    '0.123.456',
    '0,123.45',
    '0.123,45',
    '-1',
    '+1',
    '1e5',
    '0x10',
    'Infinity',
    '12abc',
    '1'.repeat(21),
  ])('takes %j for no amount', (text) => {
    for (const language of LANGUAGES) {
      expect(readTypedAmount(text, language)).toBeNull();
      expect(readingsOf(text, language)).toBeNull();
    }
  });

  it.each([
    ['1.500', 'es', ['1500', '1.5']],
    ['50.000', 'es', ['50000', '50']],
    ['1.234', 'es', ['1234', '1.234']],
    ['１．５００', 'es', ['1500', '1.5']],
    ['1,500', 'en', ['1500', '1.5']],
    ['1,500', 'zh', ['1500', '1.5']],
    ['1,500', 'zh-Hant', ['1500', '1.5']],
    ['1,500', 'ja', ['1500', '1.5']],
    ['1,500', 'ko', ['1500', '1.5']],
    ['999,999', 'th', ['999999', '999.999']],
  ] as const)('asks what %s means in %s', (text, language, readings) => {
    expect(readingsOf(text, language)).toEqual(readings);
    expect(readTypedAmount(text, language)).toBeNull();
    expect(amountFrom(text, language)).toBe('');
  });

  it.each([
    ['1.500', 'en', true],
    ['1,500', 'es', true],
    ['1,5', 'en', true],
    ['1.5', 'es', true],
    ['1,500.00', 'en', true],
    ['1.500,25', 'es', true],
    ['1.234.567', 'es', true],
    ['1 500', 'en', true],
    ['1500', 'es', false],
    ['1,5', 'es', false],
    ['0.123', 'en', false],
    ['1.2345', 'en', false],
  ] as const)('of %s in %s it has to be said how it is read: %s', (text, language, isExplained) => {
    expect(isReadingSurprising(text, readTypedAmount(text, language), language)).toBe(isExplained);
  });

  it.each([
    ['1.5', 'es', '1,5'],
    ['1500', 'es', '1.500'],
    ['1,5', 'en', '1.5'],
    ['69525.24', 'en', '69,525.24'],
    ['1.2340', 'en', '1.234'],
    ['1,500', 'en', '1,500'],
    ['abc', 'en', 'abc'],
  ] as const)('shows %s in %s as %s while nobody types', (typed, language, shown) => {
    expect(shownAmount(typed, language)).toBe(shown);
  });
});

describe('every amount in every language', () => {
  // As many digits as the books keep.
  const amounts = tuple(bigInt({ min: 0n, max: 10n ** 20n - 1n }), stringMatching(/^\d{0,18}$/)).map(
    ([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`),
  );
  // Where one sign stands before three digits.
  const doubtful = tuple(integer({ min: 1, max: 999 }), stringMatching(/^\d{3}$/)).map(
    ([whole, fraction]) => `${whole}.${fraction}`,
  );
  const languages = constantFrom(...LANGUAGES);

  it.each([
    ['any', amounts],
    ['doubtful', doubtful],
  ])('that the page enters is read as itself, and nothing is asked or told: %s', (_name, some) => {
    assert(
      property(some, languages, (amount, language) => {
        pre(isDecimalText(`${amount}0`));
        const typed = typedAs(amount, language);
        const read = readTypedAmount(typed, language);
        expect(read !== null && toUnits(read) === toUnits(amount)).toBe(true);
        expect(isReadingSurprising(typed, read, language)).toBe(false);
      }),
    );
  });

  it('that the page shows is read as itself, or asked about with itself among the readings', () => {
    assert(
      property(amounts, languages, (amount, language) => {
        const shown = formatDecimal(amount, language);
        const read = readTypedAmount(shown, language);
        const readings = read === null ? (readingsOf(shown, language) ?? []) : [read];
        expect(readings.map(toUnits)).toContain(toUnits(amount));
      }),
    );
  });

  it('that one language reads otherwise than another is told or asked about in both', () => {
    const texts = stringMatching(/^[0-9]{1,4}([.,][0-9]{1,4}){0,3}$/);
    assert(
      property(texts, languages, languages, (text, one, other) => {
        const means = (language: typeof one) => {
          const read = readTypedAmount(text, language);
          return read === null ? (readingsOf(text, language) ?? []) : [read];
        };
        const isSame = JSON.stringify(means(one)) === JSON.stringify(means(other));
        const read = readTypedAmount(text, one);
        if (!isSame && read !== null) expect(isReadingSurprising(text, read, one)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
