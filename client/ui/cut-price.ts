import { truncate, type DecimalText } from '../../server/contract/money';
import { withoutClosingZeros } from './money-text';

const DIGITS = 8;

/**
 * A price that was worked out (an average, a price of liquidation) for the eye: cut to its first eight digits that say
 * something, and never within its whole part.
 */
export function cutPrice(value: DecimalText): DecimalText {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const told = whole === '0' ? DIGITS + (/^0*/.exec(fraction)?.[0].length ?? 0) : DIGITS - whole.length;
  return withoutClosingZeros(truncate(value, Math.max(0, Math.min(told, fraction.length))));
}
