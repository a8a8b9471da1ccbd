import { type DecimalText, fromUnits, toUnits, UNIT } from '../../../contract/money.js';

/** An amount at a price, cut to 18 decimals. */
export function worth(amount: DecimalText, price: DecimalText): DecimalText {
  return fromUnits((toUnits(amount) * toUnits(price)) / UNIT);
}

export function sum(amounts: readonly DecimalText[]): DecimalText {
  return fromUnits(amounts.reduce((total, amount) => total + toUnits(amount), 0n));
}

export function isZero(amount: DecimalText): boolean {
  return toUnits(amount) === 0n;
}

/** What a withdrawal costs: a fixed part and a percentage, rounded up to the currency's decimals. */
export function withdrawalFee(
  amount: DecimalText,
  { fixed, percent, scale }: { fixed: DecimalText; percent: DecimalText; scale: number },
): DecimalText {
  const step = 10n ** BigInt(18 - scale);
  // Both factors have 18 decimals, and a percent is a hundredth.
  const divisor = UNIT * 100n;
  const exact = toUnits(amount) * toUnits(percent) + toUnits(fixed) * divisor;
  const steps = (exact + step * divisor - 1n) / (step * divisor);
  return fromUnits(steps * step);
}

export function subtract(amount: DecimalText, other: DecimalText): DecimalText {
  return fromUnits(toUnits(amount) - toUnits(other));
}

/** Whether the first amount is below the second. */
export function isBelow(amount: DecimalText, limit: DecimalText): boolean {
  return toUnits(amount) < toUnits(limit);
}
