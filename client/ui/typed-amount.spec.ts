import { assert, bigInt, constantFrom, pre, property, stringMatching, tuple } from 'fast-check';
import { LANGUAGES } from '../../server/contract/errors';
import { isDecimalText } from '../../server/contract/money';
import { formatDecimal } from '../platform/format';
import { readTypedAmount } from './typed-amount';

describe('an amount as people type it', () => {
  it.each([
    ['12', 'en', '12'],
    ['0.5', 'en', '0.5'],
    ['.5', 'en', '0.5'],
    ['0,5', 'en', '0.5'],
    ['0,5', 'es', '0.5'],
    ['1,5', 'zh', '1.5'],
    ['1,234', 'en', '1234'],
    ['1,234', 'es', '1.234'],
    ['1.234', 'en', '1.234'],
    ['1.234', 'es', '1.234'],
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
    for (const language of LANGUAGES) expect(readTypedAmount(text, language)).toBeNull();
  });

  // As many digits as the books keep.
  const amounts = tuple(bigInt({ min: 0n, max: 10n ** 20n - 1n }), stringMatching(/^\d{0,18}$/)).map(
    ([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`),
  );

  it('gives back exactly the decimal text that "Max" enters', () => {
    assert(
      property(amounts, constantFrom(...LANGUAGES), (amount, language) => {
        expect(isDecimalText(amount)).toBe(true);
        expect(readTypedAmount(amount, language)).toBe(amount);
      }),
    );
  });

  it('reads what the page itself shows, in every language', () => {
    assert(
      property(amounts, constantFrom(...LANGUAGES), (amount, language) => {
        const shown = formatDecimal(amount, language);
        // Without a fraction a single group could be one: "1.234" in Spanish is shown for 1234 and typed for 1.234.
        pre(amount.includes('.'));
        expect(readTypedAmount(shown, language)).toBe(amount);
      }),
    );
  });
});
