import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { OptionDirection } from '../../../contract/rules/option-settlement.rules.js';

/** No window within this of a time at which the market does not trade (B.20). */
const CLOSED_DISTANCE_MS = 5 * 60_000;

/** What a winning order of the direction earns, as a fraction of the stake. */
export function payoutRatioOf(
  term: { payoutRatio: DecimalText; evenPayoutRatio: DecimalText },
  direction: OptionDirection,
): DecimalText {
  return direction === 'even' ? term.evenPayoutRatio : term.payoutRatio;
}

/** What is wrong with a stake; null when nothing is. */
export function stakeProblem(
  stake: DecimalText,
  { minimum, maximum }: { minimum: DecimalText; maximum: DecimalText },
): 'below-minimum' | 'above-maximum' | null {
  const value = new Decimal(stake);
  if (value.lt(minimum)) return 'below-minimum';
  return value.gt(maximum) ? 'above-maximum' : null;
}

/** Whether the whole window, and five minutes at each end of it, lie in one open session. Unix milliseconds. */
export function isWellInside(
  window: { from: number; to: number },
  openSpans: readonly { from: number; to: number }[],
): boolean {
  const from = window.from - CLOSED_DISTANCE_MS;
  const to = window.to + CLOSED_DISTANCE_MS;
  return openSpans.some((span) => span.from <= from && to <= span.to);
}

/** A percentage as the wire writes it: 0.8 is `80.00`. Cut, not rounded. */
export function percent(ratio: DecimalText): string {
  return new Decimal(ratio).times(100).toFixed(2, Decimal.ROUND_DOWN);
}

/** A fraction of a percentage: 1 is 0.01. */
export function ratioOfPercent(value: DecimalText): DecimalText {
  return new Decimal(value).dividedBy(100).toFixed();
}

export function plus(a: DecimalText, b: DecimalText): DecimalText {
  return new Decimal(a).plus(b).toFixed();
}

export function minus(a: DecimalText, b: DecimalText): DecimalText {
  return new Decimal(a).minus(b).toFixed();
}

/** The smallest of the amounts; zero of none. */
export function lowest(amounts: readonly DecimalText[]): DecimalText {
  return amounts.length === 0 ? '0' : Decimal.min(...amounts).toFixed();
}

/** The largest of the amounts; zero of none. */
export function highest(amounts: readonly DecimalText[]): DecimalText {
  return amounts.length === 0 ? '0' : Decimal.max(...amounts).toFixed();
}
