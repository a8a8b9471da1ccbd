import type { Language } from '../../../../server/contract/errors';
import { type DecimalText, fromUnits, toUnits } from '../../../../server/contract/money';
import { formatDecimal } from '../../../platform/format';
import { withoutClosingZeros } from '../../../ui/money-text';

/** "0.004" is "0.4": a part of the whole as percent, exactly. */
export function percentOf(ratio: DecimalText): DecimalText {
  return fromUnits(toUnits(ratio) * 100n);
}

/** Percent for the eye, with all its digits: a rate is never cut. */
export function percentText(percent: DecimalText, language: Language): string {
  return `${formatDecimal(withoutClosingZeros(percent), language)}%`;
}

/** The smaller of some amounts; empty ones are no bound. Null where there is none at all. */
export function smallest(amounts: readonly (DecimalText | null)[]): DecimalText | null {
  return amounts.reduce((least, amount) => {
    if (amount === null || amount === '') return least;
    return least === null || toUnits(amount) < toUnits(least) ? amount : least;
  }, null);
}

/** What an order that has ended brought back altogether: principal and interest, less the penalty. */
export function cameBack(order: {
  amount: DecimalText;
  total_interest: DecimalText;
  cancel_fee: DecimalText;
}): DecimalText {
  return fromUnits(toUnits(order.amount) + toUnits(order.total_interest) - toUnits(order.cancel_fee));
}

export function isMore(amount: DecimalText, than: DecimalText): boolean {
  return toUnits(amount) > toUnits(than);
}
