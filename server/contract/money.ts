/** Decimal text as it goes over the wire: digits with an optional fraction, never an exponent. */
export type DecimalText = string;

const PLAIN_DECIMAL = /^-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/;

/** Whether the value is decimal text that money and prices may be written in. */
export function isDecimalText(value: unknown): value is DecimalText {
  return typeof value === 'string' && value.length <= 40 && PLAIN_DECIMAL.test(value);
}

// Two digits fewer than a balance has: a balance and an amount together are always a number that the database can hold.
const AMOUNT = /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/;
const TOO_MANY_DECIMALS = /^(0|[1-9][0-9]{0,17})\.[0-9]{19,}$/;
const LONGEST_AMOUNT = 40;

/** What is wrong with an amount: it is no amount at all, it has more decimals than allowed, or it is zero. */
export type AmountProblem = 'format' | 'decimals' | 'zero';

export type ParsedAmount = { amount: DecimalText; problem: null } | { amount: null; problem: AmountProblem };

/**
 * The only way in for an amount that somebody typed or sent: ASCII digits with an optional fraction of at most `scale`
 * decimals, greater than zero, at most 18 digits before the point. No sign, exponent, separator or blank is understood
 * and nothing is rounded or trimmed; a number instead of a text is no amount.
 */
export function parseAmount(value: unknown, scale: number): ParsedAmount {
  if (typeof value !== 'string' || value.length > LONGEST_AMOUNT) return { amount: null, problem: 'format' };
  if (TOO_MANY_DECIMALS.test(value)) return { amount: null, problem: 'decimals' };
  if (!AMOUNT.test(value)) return { amount: null, problem: 'format' };
  const dot = value.indexOf('.');
  if (dot >= 0 && value.length - dot - 1 > scale) return { amount: null, problem: 'decimals' };
  return /[1-9]/.test(value) ? { amount: value, problem: null } : { amount: null, problem: 'zero' };
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
