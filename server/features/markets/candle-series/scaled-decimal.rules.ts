import type { DecimalText } from '../../../contract/money.js';

/** Decimals that sums are kept at: the scale of the table's `numeric(38,18)`. */
export const SUM_SCALE = 18;

const ZERO = 48;
const DOT = 46;
const POWERS = Array.from({ length: 37 }, (_, exponent) => 10n ** BigInt(exponent));
const NUMBER_POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** 10 to the given power, 0 to 36. */
function power(exponent: number): bigint {
  return POWERS[exponent] as bigint;
}

/** Decimal text as a whole number of 10^-18. Digits after the eighteenth decimal are cut. Not negative. */
export function toScaled(text: DecimalText): bigint {
  const dot = text.indexOf('.');
  if (dot < 0) return BigInt(text) * power(SUM_SCALE);
  const fraction = text.slice(dot + 1, dot + 1 + SUM_SCALE);
  return BigInt(text.slice(0, dot) + fraction) * power(SUM_SCALE - fraction.length);
}

/** The shortest decimal text of a whole number of 10^-18: no trailing zeros, no exponent. */
export function fromScaled(value: bigint): DecimalText {
  const whole = value / power(SUM_SCALE);
  const fraction = value % power(SUM_SCALE);
  if (fraction === 0n) return whole.toString();
  return trimDecimal(`${whole}.${fraction.toString().padStart(SUM_SCALE, '0')}`);
}

/** The same number without trailing zeros: `65114.20` is `65114.2`, `3.000` is `3`. */
export function trimDecimal(text: DecimalText): DecimalText {
  const end = significantEnd(text);
  return end === text.length ? text : text.slice(0, end);
}

/** Where the text could end without losing a digit that counts. */
export function significantEnd(text: DecimalText): number {
  let end = text.length;
  if (text.charCodeAt(end - 1) !== ZERO && text.charCodeAt(end - 1) !== DOT) return end;
  if (!text.includes('.')) return end;
  while (text.charCodeAt(end - 1) === ZERO) end -= 1;
  return text.charCodeAt(end - 1) === DOT ? end - 1 : end;
}

/** Digits after the point, when the text ends at `end`. */
export function decimalsOf(text: DecimalText, end: number): number {
  const dot = text.indexOf('.');
  return dot < 0 || dot >= end ? 0 : end - dot - 1;
}

/**
 * The digits before `end` as one whole number, without the point. NaN when there is anything but digits and a point,
 * or when the number is too large to be exact in a double.
 */
export function mantissaOf(text: DecimalText, end: number): number {
  let value = 0;
  for (let index = 0; index < end; index += 1) {
    const digit = text.charCodeAt(index) - ZERO;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (digit !== DOT - ZERO) return Number.NaN;
  }
  return end > 0 && value <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}

/** Whether `a` is above `b`; both not negative and without leading zeros. Equal numbers may be written differently. */
export function isAbove(a: DecimalText, b: DecimalText): boolean {
  const dotA = a.indexOf('.');
  const dotB = b.indexOf('.');
  const wholeA = dotA < 0 ? a.length : dotA;
  const wholeB = dotB < 0 ? b.length : dotB;
  // Equally many digits before the point: text order is number order.
  return wholeA === wholeB ? a > b : wholeA > wholeB;
}

/**
 * An exact sum of decimal texts and of products of two. Additions run on whole numbers in doubles for as long as
 * those are exact and go over to big integers when they are not, so the usual trade costs nanoseconds and no
 * trade costs precision.
 */
export class DecimalSum {
  private lane = 0;
  private laneScale = 0;
  private rest: bigint;

  constructor(start = 0n) {
    this.rest = start;
  }

  /** Adds mantissa × 10^-scale; the mantissa is a whole number that is exact in a double. */
  add(mantissa: number, scale: number): void {
    let value = mantissa;
    if (scale < this.laneScale) {
      value *= NUMBER_POWERS[this.laneScale - scale] ?? Number.POSITIVE_INFINITY;
    } else if (scale > this.laneScale) {
      this.widen(scale);
    }
    const sum = this.lane + value;
    if (sum <= Number.MAX_SAFE_INTEGER) this.lane = sum;
    else this.addScaled(BigInt(mantissa) * power(SUM_SCALE - scale));
  }

  /** Makes room for more decimals in the lane. */
  private widen(scale: number): void {
    const widened =
      this.lane === 0 ? 0 : this.lane * (NUMBER_POWERS[scale - this.laneScale] ?? Number.POSITIVE_INFINITY);
    if (widened <= Number.MAX_SAFE_INTEGER) {
      this.lane = widened;
    } else {
      this.rest = this.value();
      this.lane = 0;
    }
    this.laneScale = scale;
  }

  /** Adds a whole number of 10^-18. */
  addScaled(value: bigint): void {
    this.rest += value;
  }

  /** The sum as a whole number of 10^-18. */
  value(): bigint {
    return this.lane === 0 ? this.rest : this.rest + BigInt(this.lane) * power(SUM_SCALE - this.laneScale);
  }
}

/** The product of two mantissas as a whole number of 10^-18; decimals after the eighteenth are cut. */
export function scaledProduct(a: bigint, b: bigint, scale: number): bigint {
  const product = a * b;
  return scale <= SUM_SCALE ? product * power(SUM_SCALE - scale) : product / power(scale - SUM_SCALE);
}
