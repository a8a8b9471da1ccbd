import type { Language } from '../../server/contract/errors';
import { truncate, type DecimalText } from '../../server/contract/money';
import { formatDecimal } from '../platform/format';
import { withoutClosingZeros } from './money-text';

const DIGITS = 8;

/**
 * A price that was worked out (an average, a price of liquidation) for the eye: cut to its first eight digits that say
 * something, and never within its whole part.
 */
export function cutPrice(value: DecimalText): DecimalText {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const shownDecimals = whole === '0' ? DIGITS + (/^0*/.exec(fraction)?.[0].length ?? 0) : DIGITS - whole.length;
  return withoutClosingZeros(truncate(value, Math.max(0, Math.min(shownDecimals, fraction.length))));
}

/**
 * A price as every page writes those of its market: with the market's decimals, cut; by its first digits where they are not
 * known.
 */
export function formatPrice(value: DecimalText | null, language: Language, decimals: number | undefined): string {
  if (value === null || decimals !== undefined) return formatDecimal(value, language, decimals);
  return formatDecimal(cutPrice(value), language);
}
