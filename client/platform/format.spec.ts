import * as fc from 'fast-check';
import { LANGUAGES } from '../../server/contract/errors';
import {
  columnDecimals,
  directionOf,
  formatCompact,
  formatDecimal,
  formatPercent,
  formatQuantity,
  formatSpan,
  textDecimals,
  UNKNOWN,
} from './format';

const decimalText = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.option(fc.stringMatching(/^[0-9]{1,12}$/)))
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`);

/** The shown number in units of 10^-12, read back without floating point. */
function units(text: string): bigint {
  const bare = text.replaceAll(',', '');
  const negative = bare.startsWith('-');
  const [whole = '0', fraction = ''] = bare.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(12, '0').slice(0, 12));
  return negative ? -size : size;
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);

describe('formatDecimal', () => {
  it.each([
    ['67869.859', 'en', 2, '67,869.85'],
    ['67869.859', 'es', 2, '67.869,85'],
    ['0.999999', 'en', 2, '0.99'],
    ['-0.999999', 'en', 2, '-0.99'],
    ['-0.001', 'en', 2, '0.00'],
    ['1234567890123456789.123456789', 'en', 8, '1,234,567,890,123,456,789.12345678'],
    ['5', 'en', 0, '5'],
    ['5', 'zh', 3, '5.000'],
    ['1.10', 'en', undefined, '1.10'],
  ] as const)('%s in %s with %s decimals is %s', (value, language, decimals, shown) => {
    expect(formatDecimal(value, language, decimals)).toBe(shown);
  });

  it.each([null, '', 'NaN', '1e5', '--1', '1,5'])('says unknown, never zero, of %s', (value) => {
    expect(formatDecimal(value, 'en', 2)).toBe(UNKNOWN);
  });

  it('never shows more than there is, and less than one last digit below it', () => {
    fc.assert(
      fc.property(decimalText, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
        const exact = magnitude(units(value));
        const shown = magnitude(units(formatDecimal(value, 'en', decimals)));
        expect(shown <= exact).toBe(true);
        expect(exact - shown < 10n ** BigInt(12 - decimals)).toBe(true);
      }),
    );
  });

  it('keeps every digit when no decimals are given', () => {
    fc.assert(
      fc.property(decimalText, (value) => {
        expect(formatDecimal(value, 'en').replaceAll(',', '')).toBe(value);
      }),
    );
  });
});

describe('separators', () => {
  it.each(LANGUAGES)('of %s are those of Intl', (language) => {
    const parts = new Intl.NumberFormat(language).formatToParts(1234567.5);
    const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
    expect(formatDecimal('1234567.5', language)).toBe(
      `1${partOf('group')}234${partOf('group')}567${partOf('decimal')}5`,
    );
  });
});

describe('formatCompact', () => {
  it.each([
    ['999.999', '999.99'],
    ['1000', '1.00K'],
    ['1999.99', '1.99K'],
    ['1999999', '1.99M'],
    ['1150794280.32', '1.15B'],
    ['45000000000000', '45.00T'],
    ['0.0445789123', '0.044578'],
    ['-2500', '-2.50K'],
  ])('%s is %s', (value, shown) => {
    expect(formatCompact(value, 'en')).toBe(shown);
  });

  it.each([
    ['9999.999', 'zh', '9,999.99'],
    ['12345.6', 'zh', '1.23万'],
    ['1150794280.32', 'zh', '11.50亿'],
    ['1150794280.32', 'zh-Hant', '11.50億'],
    ['45000000000000', 'ja', '450,000.00億'],
    ['123456789', 'ja', '1.23億'],
    ['14710', 'ko', '1.47만'],
    ['780640000', 'ko', '7.80억'],
    ['14710', 'th', '14.71K'],
    ['14710', 'es', '14,71\u00a0mil'],
    ['780640000', 'es', '780,64\u00a0M'],
    ['1150794280.32', 'es', '1,15\u00a0mil\u00a0M'],
    ['45000000000000', 'es', '45.000,00\u00a0mil\u00a0M'],
  ] as const)('%s in %s is %s', (value, language, shown) => {
    expect(formatCompact(value, language)).toBe(shown);
  });
});

describe('an amount in running text', () => {
  it.each([
    ['997.91168636', 2],
    ['-7877.76179412', 2],
    ['0', 2],
    ['0.00', 2],
    ['0.5', 4],
    ['0.014362', 4],
    ['0.00123', 4],
    ['0.0000012345', 7],
    ['-0.00000001', 9],
  ])('%s has %s decimals', (value, decimals) => {
    expect(textDecimals(value)).toBe(decimals);
  });

  it('never reads as nothing when it is something', () => {
    fc.assert(
      fc.property(decimalText, (value) => {
        const shown = formatDecimal(value, 'en', textDecimals(value));
        expect(/[1-9]/.test(shown)).toBe(/[1-9]/.test(value));
      }),
    );
  });
});

describe('quantities of a column', () => {
  it('have the decimals of the least one, and points under one another', () => {
    const quantities = ['0.083064', '1.22', '12'];
    const decimals = columnDecimals(quantities);
    expect(quantities.map((one) => formatQuantity(one, 'en', decimals))).toEqual(['0.0830', '1.2200', '12.0000']);
    expect(columnDecimals(['1.5', '2000'])).toBe(2);
    expect(columnDecimals([])).toBe(2);
    expect(columnDecimals(['0.0000001'])).toBe(6);
    expect(formatQuantity('123456', 'zh', 2)).toBe('12.34万');
  });
});

describe('formatPercent', () => {
  it.each([
    ['+1.23', '+1.23%'],
    ['1.239', '+1.23%'],
    ['-4.57', '-4.57%'],
    ['+0.00', '0.00%'],
    ['-0.00', '0.00%'],
    [null, UNKNOWN],
  ])('%s is %s', (value, shown) => {
    expect(formatPercent(value, 'en')).toBe(shown);
  });
});

describe('directionOf', () => {
  it.each([
    ['+0.01', 'up'],
    ['-0.01', 'down'],
    ['0.00', 'even'],
    ['-0.00', 'even'],
    [null, 'even'],
  ])('%s points %s', (value, direction) => {
    expect(directionOf(value)).toBe(direction);
  });
});

describe('formatSpan', () => {
  it.each([
    [0, 'en', '0 sec'],
    [59, 'en', '59 sec'],
    [60, 'en', '1 min'],
    [3599, 'en', '59 min'],
    [3600, 'en', '1 hr'],
    [86_399, 'en', '23 hr'],
    [86_400, 'en', '1 day'],
    [250_000, 'en', '2 days'],
    [7800, 'zh', '2小时'],
    [130, 'zh', '2分钟'],
    [130, 'es', '2 min'],
  ] as const)('%s s in %s is %s, never more than it was', (seconds, language, words) => {
    expect(formatSpan(seconds, language).replace('\u00a0', ' ')).toBe(words);
  });
});
