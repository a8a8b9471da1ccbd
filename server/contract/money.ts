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

/** Decimals of exact arithmetic, those of the database's `numeric(38,18)`. */
const UNIT_DECIMALS = 18;
export const UNIT = 10n ** BigInt(UNIT_DECIMALS);

/** Decimal text as a whole number of 10^-18, for exact arithmetic. Digits after the eighteenth decimal are cut. */
export function toUnits(value: DecimalText): bigint {
  const dot = value.indexOf('.');
  if (dot < 0) return BigInt(value) * UNIT;
  return BigInt(value.slice(0, dot) + value.slice(dot + 1, dot + 1 + UNIT_DECIMALS).padEnd(UNIT_DECIMALS, '0'));
}

/** A whole number of 10^-18 as the shortest decimal text, cut to the given number of decimals. */
export function fromUnits(units: bigint, decimals = UNIT_DECIMALS): DecimalText {
  const digits = (units < 0n ? -units : units).toString().padStart(UNIT_DECIMALS + 1, '0');
  const whole = digits.slice(0, -UNIT_DECIMALS);
  const fraction = digits.slice(-UNIT_DECIMALS).slice(0, decimals).replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return units < 0n && text !== '0' ? `-${text}` : text;
}

/**
 * Change from one positive price to another in percent: signed, two decimals, cut and not rounded, without the
 * percent sign (`+1.23`). Null when there is nothing to compare with.
 */
export function percentChange(from: DecimalText, to: DecimalText): string | null {
  const base = toUnits(from);
  if (base <= 0n) return null;
  const hundredths = ((toUnits(to) - base) * 10_000n) / base;
  const size = hundredths < 0n ? -hundredths : hundredths;
  return `${hundredths < 0n ? '-' : '+'}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`;
}
