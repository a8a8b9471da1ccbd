import type { Language } from '../../../../server/contract/errors';
import { type DecimalText, fromUnits, toUnits } from '../../../../server/contract/money';
import { breakEvenRate, feeOf, winningsOf } from '../../../../server/contract/rules/option-settlement.rules';
import type { OptionTermView, PayableCurrencyView } from '../../../../server/contract/trading/options.dto';
import type { OptionDirection } from '../../../../server/contract/rules/option-settlement.rules';
import { judgeAmount } from '../../../ui/judge-amount';

/** Decimals of every amount. */
export const AMOUNT_DECIMALS = 8;

/** A fraction, of the wire's percent. */
export function ratioOf(percent: string | null): DecimalText {
  return fromUnits(toUnits(percent ?? '0') / 100n);
}

/** A percentage for the eye, of a fraction: 0.555556 is "55.55". */
export function percentOf(ratio: DecimalText): DecimalText {
  return fromUnits(toUnits(ratio) * 100n, 2);
}

/** Percent of the stake that the direction earns. */
export function payoutPercent(term: OptionTermView, direction: OptionDirection): string {
  return fromUnits(toUnits(direction === 'even' ? term.even_profit_ratio : term.profit_ratio), 2);
}

export interface StakeFigures {
  fee: DecimalText;
  cost: DecimalText;
  winnings: DecimalText;
  breakEven: DecimalText;
}

/** What an order of the stake costs and earns, by the server's own rules. */
export function stakeFigures(stake: DecimalText, term: OptionTermView, direction: OptionDirection): StakeFigures {
  const payout = ratioOf(payoutPercent(term, direction));
  const feeRatio = ratioOf(term.fee_ratio);
  const fee = feeOf(stake, feeRatio, AMOUNT_DECIMALS);
  return {
    fee,
    cost: fromUnits(toUnits(stake) + toUnits(fee)),
    winnings: winningsOf(stake, payout, AMOUNT_DECIMALS),
    breakEven: breakEvenRate(payout, feeRatio),
  };
}

/** The largest stake that balance and term allow, its fee paid. Exact to the last digit. */
export function largestStake(balance: DecimalText, term: OptionTermView): DecimalText {
  const feeUnits = toUnits(ratioOf(term.fee_ratio));
  const unit = 10n ** 18n;
  const most = toUnits(term.max_num);
  const affordable = (toUnits(balance) * unit) / (unit + feeUnits);
  let stake = toUnits(fromUnits(affordable < most ? affordable : most, AMOUNT_DECIMALS));
  // The fee is rounded up, so the last digit may be too much.
  const cost = (units: bigint) => units + toUnits(feeOf(fromUnits(units), ratioOf(term.fee_ratio), AMOUNT_DECIMALS));
  if (stake > 0n && cost(stake) > toUnits(balance)) stake -= 10n ** 10n;
  return fromUnits(stake > 0n ? stake : 0n);
}

export type StakeVerdict = ReturnType<typeof judgeAmount> | 'insufficient';

/** Judges what was typed: an amount, within the limits of the term, and paid for by the balance. */
export function judgeStake(
  typed: string,
  amount: DecimalText | null,
  { language, term, currency }: { language: Language; term: OptionTermView; currency: PayableCurrencyView },
): StakeVerdict {
  const limits = { scale: AMOUNT_DECIMALS, minimum: term.min_num, maximum: term.max_num };
  const verdict = judgeAmount(typed, language, limits);
  if (verdict !== null || amount === null) return verdict;
  const { cost } = stakeFigures(amount, term, 'rise');
  return toUnits(cost) > toUnits(currency.user_wallet.micro_balance) ? 'insufficient' : null;
}
