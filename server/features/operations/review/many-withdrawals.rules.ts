import { Decimal } from '../../../contract/decimal.js';
import type {
  ManyWithdrawalsRowView,
  ManyWithdrawalsSumView,
} from '../../../contract/operations/many-withdrawals.dto.js';
import type { PickedWithdrawalsAct } from '../../../contract/operations/words.js';

/** The lines that are neither refused nor were done before, by coin, in the order in which the coins come. */
export function sumsOf(rows: readonly ManyWithdrawalsRowView[]): ManyWithdrawalsSumView[] {
  const sums = new Map<string, { count: number; amount: Decimal; payout: Decimal }>();
  for (const { outcome, coin, amount, payout } of rows) {
    if (outcome === 'refused' || outcome === 'before' || coin === null) continue;
    const sum = sums.get(coin) ?? { count: 0, amount: new Decimal(0), payout: new Decimal(0) };
    sums.set(coin, {
      count: sum.count + 1,
      amount: sum.amount.plus(amount ?? 0),
      payout: sum.payout.plus(payout ?? 0),
    });
  }
  return [...sums].map(([coin, { count, amount, payout }]) => ({
    coin,
    count,
    amount: amount.toFixed(),
    payout: payout.toFixed(),
  }));
}

/** The entry of the audit log that somebody handed several withdrawals in; each decision has one of its own. */
export function manyLook(
  action: 'withdrawal.check-many' | 'withdrawal.decide-many',
  act: PickedWithdrawalsAct,
  rows: readonly ManyWithdrawalsRowView[],
) {
  const wrong = rows.filter(({ outcome }) => outcome === 'refused').length;
  return { action, subject: 'withdrawal', detail: { act, rows: rows.length, wrong } };
}
