import type { Language } from '../../server/contract/errors';
import { type DecimalText, isDecimalText, truncate } from '../../server/contract/money';

/** What stands where a number is not known. Never a zero. */
export const UNKNOWN = '—';

const POINT = { group: ',', point: '.' };
const COMMA = { group: '.', point: ',' };
/**
 * As the browser's own tables have them, which a test compares. Asking `Intl` here would load its data before the
 * first price can be drawn: 50 ms on a desktop, some hundreds on a phone.
 */
const SEPARATORS: Record<Language, { group: string; point: string }> = {
  zh: POINT,
  'zh-Hant': POINT,
  en: POINT,
  ja: POINT,
  ko: POINT,
  es: COMMA,
  th: POINT,
};

/**
 * Decimal text for the eye: cut to the decimals, never rounded, and grouped in the language's way. The digits are
 * never a floating-point number on the way. Without `decimals` all of them are kept.
 */
export function formatDecimal(value: DecimalText | null, language: Language, decimals?: number): string {
  if (!isDecimalText(value)) return UNKNOWN;
  const { group, point } = SEPARATORS[language];
  const text = decimals === undefined ? value : truncate(value, decimals);
  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '0', fraction] = text.slice(sign.length).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return sign + grouped + (fraction === undefined ? '' : point + fraction);
}

const SCALES = [
  { digits: 12, suffix: 'T' },
  { digits: 9, suffix: 'B' },
  { digits: 6, suffix: 'M' },
  { digits: 3, suffix: 'K' },
] as const;

/** A large quantity in few characters: 1234567.8 is "1.23M". Truncated like everything else. */
export function formatCompact(value: DecimalText | null, language: Language): string {
  if (!isDecimalText(value)) return UNKNOWN;
  const sign = value.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = value.slice(sign.length).split('.');
  const scale = SCALES.find(({ digits }) => whole.length > digits);
  if (!scale) return formatDecimal(value, language, whole === '0' ? Math.min(fraction.length, 6) : 2);
  const head = whole.slice(0, -scale.digits);
  const tail = whole.slice(-scale.digits);
  return formatDecimal(`${sign}${head}.${tail}`, language, 2) + scale.suffix;
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
