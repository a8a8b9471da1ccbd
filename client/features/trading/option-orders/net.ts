import { type DecimalText, fromUnits, toUnits } from '../../../../server/contract/money';
import type { OptionOrderView } from '../../../../server/contract/trading/options.dto';

interface Settled {
  /** What came back: stake and winnings, stake and fee, or nothing. */
  paid: DecimalText;
  stake: DecimalText;
  fee: DecimalText;
}

/** By how much an order has changed what the user has: all that came back less all that was paid, the fee counted. */
export function netOf({ paid, stake, fee }: Settled): DecimalText {
  return fromUnits(toUnits(paid) - toUnits(stake) - toUnits(fee));
}

/** The same of an order that has ended. */
export function netOfOrder({
  paid,
  number: stake,
  fee,
}: Pick<OptionOrderView, 'paid' | 'number' | 'fee'>): DecimalText {
  return netOf({ paid, stake, fee });
}
