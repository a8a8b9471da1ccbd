/** Decimal text as it goes over the wire: digits with an optional fraction, never an exponent. */
export type DecimalText = string;

const PLAIN_DECIMAL = /^-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/;

/** Whether the value is decimal text that money and prices may be written in. */
export function isDecimalText(value: unknown): value is DecimalText {
  return typeof value === 'string' && value.length <= 40 && PLAIN_DECIMAL.test(value);
}

/**
 * Cuts decimal text to the given number of decimals, towards zero, and pads with zeros.
 * Display truncates and never rounds, so a balance is never shown larger than it is.
 */
export function truncate(value: DecimalText, decimals: number): DecimalText {
  const negative = value.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? value.slice(1) : value).split('.');
  const cut = fraction.slice(0, decimals).padEnd(decimals, '0');
  const text = decimals > 0 ? `${whole}.${cut}` : whole;
  return negative && /[1-9]/.test(text) ? `-${text}` : text;
}
