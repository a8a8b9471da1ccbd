import type { Language } from '../../server/contract/errors';
import { groupedDecimal } from '../../server/contract/languages/numbers';
import { type DecimalText, isDecimalText, truncate } from '../../server/contract/money';

/** What stands where a number is not known. Never a zero. */
export const UNKNOWN = '—';

/**
 * Decimal text for the eye: cut to the decimals, never rounded, and grouped in the language's way. The digits are
 * never a floating-point number on the way. Without `decimals` all of them are kept.
 */
export function formatDecimal(value: DecimalText | null, language: Language, decimals?: number): string {
  if (!isDecimalText(value)) return UNKNOWN;
  return groupedDecimal(decimals === undefined ? value : truncate(value, decimals), language);
}

/**
 * How many decimals an amount of money has in running text: two, four below one, and below that as many as it takes to show
 * two digits: what is something never reads as nothing. The full figure belongs into a title or behind a tap.
 */
export function textDecimals(value: DecimalText): number {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  if (/[1-9]/.test(whole) || zeros === fraction.length) return 2;
  return Math.max(4, zeros + 2);
}

interface Scale {
  /** Digits of the whole part that the suffix stands for. */
  digits: number;
  suffix: string;
}

const THOUSANDS: readonly Scale[] = [
  { digits: 12, suffix: 'T' },
  { digits: 9, suffix: 'B' },
  { digits: 6, suffix: 'M' },
  { digits: 3, suffix: 'K' },
];
/** Numbers are counted in ten thousands where they are said so. */
const myriads = (hundredMillion: string, tenThousand: string): readonly Scale[] => [
  { digits: 8, suffix: hundredMillion },
  { digits: 4, suffix: tenThousand },
];
const SCALES: Record<Language, readonly Scale[]> = {
  zh: myriads('亿', '万'),
  'zh-Hant': myriads('億', '萬'),
  ja: myriads('億', '万'),
  ko: myriads('억', '만'),
  en: THOUSANDS,
  th: THOUSANDS,
  // A billion is a million millions there, so that no letter says a thousand millions.
  es: [
    { digits: 9, suffix: '\u00a0mil\u00a0M' },
    { digits: 6, suffix: '\u00a0M' },
    { digits: 3, suffix: '\u00a0mil' },
  ],
};

/** A large quantity in few characters: 1234567.8 is "1.23M", or "123.45万". Truncated like everything else. */
export function formatCompact(value: DecimalText | null, language: Language): string {
  if (!isDecimalText(value)) return UNKNOWN;
  const sign = value.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = value.slice(sign.length).split('.');
  const scale = SCALES[language].find(({ digits }) => whole.length > digits);
  if (!scale) return formatDecimal(value, language, whole === '0' ? Math.min(fraction.length, 6) : 2);
  const head = whole.slice(0, -scale.digits);
  const tail = whole.slice(-scale.digits);
  return formatDecimal(`${sign}${head}.${tail}`, language, 2) + scale.suffix;
}

/** More than this is said in few characters in a column of quantities, too. */
const LONG_QUANTITY = 5;
const QUANTITY_DECIMALS_MAX = 6;

/** Decimals that all quantities of a column have, so that their points stand under one another: what the least one needs. */
export function columnDecimals(quantities: readonly DecimalText[]): number {
  return quantities.reduce((most, one) => Math.max(most, Math.min(QUANTITY_DECIMALS_MAX, textDecimals(one))), 2);
}

/** A quantity in a column with its decimals; one of many digits in few characters. */
export function formatQuantity(value: DecimalText, language: Language, decimals: number): string {
  const [whole = ''] = value.split('.');
  return whole.length >= LONG_QUANTITY ? formatCompact(value, language) : formatDecimal(value, language, decimals);
}

export type Direction = 'up' | 'down' | 'even';

/** Which way a signed decimal text points. */
export function directionOf(value: DecimalText | null): Direction {
  if (value === null || !/[1-9]/.test(value)) return 'even';
  return value.startsWith('-') ? 'down' : 'up';
}

/** A signed percentage such as "+1.23%"; the text of the wire may carry its plus sign already. */
export function formatPercent(value: DecimalText | null, language: Language, decimals = 2): string {
  const bare = value?.startsWith('+') ? value.slice(1) : value;
  if (!isDecimalText(bare)) return UNKNOWN;
  const cut = formatDecimal(bare, language, decimals);
  return `${directionOf(bare) === 'up' ? '+' : ''}${cut}%`;
}

/** How many decimals the text has. */
export function decimalsOf(value: DecimalText | null): number {
  return value?.split('.')[1]?.length ?? 0;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Wall time in the user's zone, "14:03:22". */
export function formatClock(at: number, language: Language): string {
  let format = clocks.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(language, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(language, format);
  }
  return format.format(at);
}

const SPANS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** A span of whole seconds in its largest whole unit, cut: 7,800 s is "2 hr". */
export function formatSpan(seconds: number, language: Language): string {
  const { unit, seconds: length } = SPANS.find((span) => seconds >= span.seconds) ?? SPANS[3];
  return Math.floor(seconds / length).toLocaleString(language, { style: 'unit', unit, unitDisplay: 'short' });
}
