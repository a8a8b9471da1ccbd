import { formatPercent, UNKNOWN } from '../../../platform/format';

const RATE_DECIMALS = 4;

/** A fraction as percent: moved by two digits, exactly. */
export function ratePercent(rate: string | null, language: Parameters<typeof formatPercent>[1]): string {
  if (rate === null) return UNKNOWN;
  const sign = rate.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = rate.slice(sign.length).split('.');
  const digits = fraction.padEnd(2, '0');
  const moved = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(2);
  return formatPercent(`${sign}${moved}${rest === '' ? '' : `.${rest}`}`, language, RATE_DECIMALS);
}
