import type { BookLevel } from './feed.js';

/** A message that does not follow the venue's documented form. Caught where frames enter, never further up. */
export class UnreadableFrame extends Error {}

export type Fields = Record<string, unknown>;

const LEVELS_MAX = 5000;
// No leading zeros and no exponent: so published, and so that texts can be compared digit by digit.
const UNSIGNED = /^(?:0|[1-9]\d{0,23})(?:\.\d{1,24})?$/;
const SIGNED = /^-?(?:0|[1-9]\d{0,23})(?:\.\d{1,24})?$/;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableFrame('not JSON');
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fields(value: unknown, what: string): Fields {
  if (isFields(value)) return value;
  throw new UnreadableFrame(`${what} is not an object`);
}

export function list(value: unknown, what: string, most = LEVELS_MAX): unknown[] {
  if (!Array.isArray(value)) throw new UnreadableFrame(`${what} is not a list`);
  if (value.length > most) throw new UnreadableFrame(`${what} has more than ${most} entries`);
  return value as unknown[];
}

export function text(value: unknown, what: string): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= 200) return value;
  throw new UnreadableFrame(`${what} is not a text`);
}

export function flag(value: unknown, what: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new UnreadableFrame(`${what} is not true or false`);
}

/** A non-negative decimal number as text, exactly as published. */
export function decimal(value: unknown, what: string): string {
  if (typeof value === 'string' && UNSIGNED.test(value)) return value;
  throw new UnreadableFrame(`${what} is not a decimal text`);
}

/** Like {@link decimal}, where a value below zero has a meaning (funding rates). */
export function signedDecimal(value: unknown, what: string): string {
  if (typeof value === 'string' && SIGNED.test(value)) return value;
  throw new UnreadableFrame(`${what} is not a decimal text`);
}

/** A whole number that a double holds exactly: identifiers, sequences, Unix milliseconds. */
export function integer(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new UnreadableFrame(`${what} is not a whole number`);
}

/** Unix milliseconds written as text, as Bybit does in places. */
export function integerText(value: unknown, what: string): number {
  return integer(typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value, what);
}

export function levels(value: unknown, what: string): BookLevel[] {
  return list(value, what).map((level) => {
    const [price, quantity] = list(level, what, 4);
    return [decimal(price, what), decimal(quantity, what)];
  });
}
