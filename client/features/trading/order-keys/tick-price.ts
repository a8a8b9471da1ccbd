import { Decimal } from '../../../../server/contract/decimal';
import type { DecimalText } from '../../../../server/contract/money';

/** The price so many ticks up, or down below zero, never below one tick. */
export function tickPrice(price: DecimalText, scale: number, ticks: number): DecimalText {
  const tick = new Decimal(10).pow(-scale);
  return Decimal.max(new Decimal(price).plus(tick.times(ticks)), tick)
    .toDecimalPlaces(scale)
    .toFixed();
}
