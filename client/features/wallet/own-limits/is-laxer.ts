import { type DecimalText, toUnits } from '../../../../server/contract/money';

/** Whether a limit allows more than the present one; the server decides by the same rule. */
export function isLaxer(present: DecimalText, wanted: DecimalText): boolean {
  return toUnits(wanted) > toUnits(present);
}
