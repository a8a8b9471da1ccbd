import type { DecimalText } from '../../../../server/contract/money';

const FEW = 2;
const MANY = 4;

/** Decimals of an amount for the eye: two, or four where two would hide it. Details show all of them. */
export function shownDecimals(value: DecimalText | null): number {
  return value !== null && /^-?0\.0*[1-9]/.test(value) ? MANY : FEW;
}
