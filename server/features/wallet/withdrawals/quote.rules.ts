import { type DecimalText, fromUnits, toUnits } from '../../../contract/money.js';
import { type CoinNetwork, isBelow, subtract, withdrawalFee } from '../balances/index.js';

/** Decimals of what can arrive: those that its chain carries, and no more than the books keep. A bank carries what they keep. */
export function arrivalDecimals(
  { chain, chainDecimals }: Pick<CoinNetwork, 'chain' | 'chainDecimals'>,
  scale: number,
): number {
  return chain === 'bank' ? scale : Math.min(scale, chainDecimals);
}

export interface WithdrawalTerms {
  fixed: DecimalText;
  percent: DecimalText;
  /** Decimals of the books. */
  scale: number;
  /** Of what arrives: {@link arrivalDecimals}. */
  decimals: number;
}

/**
 * What is charged, divided into the fee and what arrives: they sum to it. What is too fine for the chain cannot be sent, and is part
 * of the fee, so that the books promise no more than is paid. Nothing arrives where the fee is all of it or more.
 */
export function split(amount: DecimalText, terms: WithdrawalTerms): { fee: DecimalText; arrives: DecimalText } {
  const least = withdrawalFee(amount, terms);
  const arrives = isBelow(least, amount) ? fromUnits(toUnits(subtract(amount, least)), terms.decimals) : '0';
  return { fee: subtract(amount, arrives), arrives };
}
