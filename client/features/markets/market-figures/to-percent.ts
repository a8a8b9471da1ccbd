import type { DecimalText } from '../../../../server/contract/money';

/** A fraction as a percentage, by moving the point: "0.0001" is "0.01". No digit is lost. */
export function toPercent(fraction: DecimalText): DecimalText {
  const sign = fraction.startsWith('-') ? '-' : '';
  const [whole = '0', decimals = ''] = fraction.slice(sign.length).split('.');
  const shifted = (whole + decimals.padEnd(2, '0').slice(0, 2)).replace(/^0+(?=\d)/, '');
  const rest = decimals.slice(2);
  return `${sign}${shifted}${rest === '' ? '' : `.${rest}`}`;
}
