import type { Language } from '../errors.js';
import type { DecimalText } from '../money.js';

export interface Separators {
  group: string;
  point: string;
}

const POINT: Separators = { group: ',', point: '.' };
const COMMA: Separators = { group: '.', point: ',' };
/**
 * As the browser's own tables have them, which a test compares. Asking `Intl` there would load its data before the
 * first price can be drawn: 50 ms on a desktop, some hundreds on a phone.
 */
export const SEPARATORS: Record<Language, Separators> = {
  zh: POINT,
  'zh-Hant': POINT,
  en: POINT,
  ja: POINT,
  ko: POINT,
  es: COMMA,
  th: POINT,
};

/** Decimal text with the language's separators; no digit is lost. */
export function groupedDecimal(value: DecimalText, language: Language): string {
  const { group, point } = SEPARATORS[language];
  const sign = value.startsWith('-') ? '-' : '';
  const [whole = '0', fraction] = value.slice(sign.length).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return sign + grouped + (fraction === undefined ? '' : point + fraction);
}
