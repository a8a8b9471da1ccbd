import type { Language } from '../../server/contract/errors';
import { type DecimalText, isDecimalText } from '../../server/contract/money';

/** Where a single comma is the decimal sign; a point is one everywhere unless it groups thousands. */
const COMMA_LANGUAGES: readonly Language[] = ['es'];
/** Groups of thousands never begin with a zero: `0,123` is a fraction everywhere. */
const GROUPED = { comma: /^[1-9]\d{0,2}(,\d{3})+$/, point: /^[1-9]\d{0,2}(\.\d{3}){2,}$/ };
const GROUPED_WHOLE = /^[1-9]\d{0,2}([.,]\d{3})+$/;
/** The sign may be meant as either: `1.234` is a thousand and more to some, and one and a bit to others. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * The amount that somebody typed, as decimal text; null for what is no amount. Commas and points are both understood:
 * of two different signs the last one is the decimal sign; a sign that comes twice groups thousands; a single comma
 * before exactly three digits groups thousands where the language groups with it (`1,234`), and is the decimal sign
 * otherwise. A point alone always is: it is what the number keyboards offer.
 */
export function readTypedAmount(text: string, language: Language): DecimalText | null {
  const plain = plainSigns(text);
  if (!/^[\d.,]*\d[\d.,]*$/.test(plain)) return null;
  const sign = decimalSign(plain, language);
  if (sign === null) return null;
  const [whole = '', fraction = '', ...more] = sign === '' ? [plain] : plain.split(sign);
  const group = sign === ',' ? '.' : ',';
  const isGrouped = whole.includes(group) || (sign === '' && /[.,]/.test(whole));
  if (more.length > 0 || /[.,]/.test(fraction) || (isGrouped && !GROUPED_WHOLE.test(whole))) return null;
  const digits = whole.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  const amount = `${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`;
  return isDecimalText(amount) ? amount : null;
}

/** Whether it has to be said how the typed amount is read: it is not what was typed, or could be meant otherwise. */
export function isReadingSurprising(text: string, read: DecimalText | null): read is DecimalText {
  if (read === null || !/[.,]/.test(text)) return false;
  return text.trim() !== read || AMBIGUOUS.test(read);
}

function plainSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s'’_]/g, '')
    .replaceAll('٫', '.')
    .replaceAll('،', ',');
}

/** The decimal sign of the text; empty when it has none; null when the signs make no sense together. */
function decimalSign(plain: string, language: Language): '.' | ',' | '' | null {
  const commas = plain.split(',').length - 1;
  const points = plain.split('.').length - 1;
  if (commas > 0 && points > 0) {
    const last = plain.lastIndexOf(',') > plain.lastIndexOf('.') ? ',' : '.';
    return (last === ',' ? commas : points) === 1 ? last : null;
  }
  if (points > 0) return GROUPED.point.test(plain) ? '' : '.';
  if (commas === 0) return '';
  const groups = GROUPED.comma.test(plain) && (commas > 1 || !COMMA_LANGUAGES.includes(language));
  return groups ? '' : ',';
}
