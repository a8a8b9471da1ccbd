import type { Language } from '../../server/contract/errors';
import { type DecimalText, isDecimalText } from '../../server/contract/money';
import { formatDecimal } from '../platform/format';

/** Where a single comma is the decimal sign; a point is one everywhere unless it groups thousands. */
const COMMA_LANGUAGES: readonly Language[] = ['es'];
/** Groups of thousands never begin with a zero: `0,123` is a fraction everywhere. */
const GROUPED = /^[1-9]\d{0,2}(?:(,\d{3}){2,}|(\.\d{3}){2,})$/;
const GROUPED_WHOLE = /^[1-9]\d{0,2}([.,]\d{3})+$/;
/** The sign may be meant as either: `1.234` is a thousand and more to some, and one and a bit to others. */
const TWO_WAYS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * The amount that somebody typed, as decimal text; null for what is no amount, and for what may be two. Commas and
 * points are both understood: of two different signs the last one is the decimal sign; a sign that comes twice groups
 * thousands; a single one is the decimal sign, unless `readingsOf` has to ask.
 */
export function readTypedAmount(text: string, language: Language): DecimalText | null {
  const plain = plainSigns(text);
  if (!/^[\d.,]*\d[\d.,]*$/.test(plain) || readingsOf(text, language) !== null) return null;
  const sign = decimalSign(plain);
  if (sign === null) return null;
  const [whole = '', fraction = '', ...more] = sign === '' ? [plain] : plain.split(sign);
  const group = sign === ',' ? '.' : ',';
  const isGrouped = whole.includes(group) || (sign === '' && /[.,]/.test(whole));
  if (more.length > 0 || /[.,]/.test(fraction) || (isGrouped && !GROUPED_WHOLE.test(whole))) return null;
  const digits = whole.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  const amount = `${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`;
  return isDecimalText(amount) ? amount : null;
}

/**
 * The two amounts that the text may mean, the larger first; null where it means one. That is the language's grouping
 * sign, once, before three digits: `1.500` in Spanish and `1,500` elsewhere are what people write for both, and number
 * keyboards offer only one of the signs. The language's own decimal sign is never asked about, only told.
 */
export function readingsOf(text: string, language: Language): [DecimalText, DecimalText] | null {
  const plain = plainSigns(text);
  const group = groupSign(language);
  if (!TWO_WAYS.test(plain) || !plain.includes(group)) return null;
  return [plain.replace(group, ''), plain.replace(group, '.').replace(/\.?0+$/, '')];
}

/** The amount for a server that judges it: as it is read; the text of no amount; nothing of what may be two. */
export function amountFrom(text: string, language: Language): string {
  return readTypedAmount(text, language) ?? (readingsOf(text, language) === null ? text.trim() : '');
}

/** Whether it has to be said how the typed amount is read: another sign than the language's own, or two ways. */
export function isReadingSurprising(text: string, read: DecimalText | null, language: Language): read is DecimalText {
  if (read === null || text === typedAs(read, language)) return false;
  const own = decimalSignOf(language);
  return TWO_WAYS.test(plainSigns(text)) || /\D/.test(text.trim().replace(own, ''));
}

/**
 * Decimal text as somebody types it in the language, in a form that is read as nothing else: without groups, and with
 * a zero more where three decimals would look like thousands.
 */
export function typedAs(amount: DecimalText, language: Language): string {
  const text = amount.replace('.', decimalSignOf(language));
  return TWO_WAYS.test(text) ? `${text}0` : text;
}

/** The same for the eye, while nobody types: what was typed as it is read, or as it stands while that is unknown. */
export function shownAmount(text: string, language: Language): string {
  const read = readTypedAmount(text, language);
  return read === null ? text : formatDecimal(read.replace(/^([1-9]\d{0,2}\.\d{3})0$/, '$1'), language);
}

function decimalSignOf(language: Language): '.' | ',' {
  return COMMA_LANGUAGES.includes(language) ? ',' : '.';
}

function groupSign(language: Language): '.' | ',' {
  return COMMA_LANGUAGES.includes(language) ? '.' : ',';
}

function plainSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s'’_]/g, '')
    .replaceAll('٫', '.')
    .replaceAll('،', ',');
}

/** The decimal sign of the text; empty when it has none; null when the signs make no sense together. */
function decimalSign(plain: string): '.' | ',' | '' | null {
  const commas = plain.split(',').length - 1;
  const points = plain.split('.').length - 1;
  if (commas > 0 && points > 0) {
    const last = plain.lastIndexOf(',') > plain.lastIndexOf('.') ? ',' : '.';
    return (last === ',' ? commas : points) === 1 ? last : null;
  }
  if (commas + points === 0) return '';
  if (commas + points > 1) return GROUPED.test(plain) ? '' : null;
  return commas > 0 ? ',' : '.';
}
