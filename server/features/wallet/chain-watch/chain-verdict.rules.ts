import { type DecimalText, toUnits, UNIT } from '../../../contract/money.js';

/** What a chain says of a deposit. Only an operator credits; this is for the operator's eyes. */
export type ChainVerdict = 'not-found' | 'failed' | 'wrong-recipient' | 'wrong-amount' | 'confirming' | 'confirmed';

/** A transaction as a chain knows it. */
export interface ChainTransaction {
  succeeded: boolean;
  /** Blocks that confirm it, its own included. */
  confirmations: number;
  /** What it moved of the coin in question. */
  transfers: { recipient: string; amount: bigint }[];
}

export interface ExpectedDeposit {
  amount: DecimalText;
  /** Decimals that the books keep of the coin: what is finer is credited to nobody. */
  scale: number;
  /** Where it should have gone; null: we gave no address. */
  recipient: string | null;
  /** Decimals of amounts on the chain. */
  chainDecimals: number;
  confirmations: number;
}

/** Compares a transaction with what a user says of it. Null: the chain does not know it. */
export function judge(expected: ExpectedDeposit, found: ChainTransaction | null): ChainVerdict {
  if (!found) return 'not-found';
  if (!found.succeeded) return 'failed';
  const ours = found.transfers.filter(({ recipient }) => recipient === expected.recipient);
  if (ours.length === 0) return 'wrong-recipient';
  const amount = ours.reduce((total, transfer) => total + transfer.amount, 0n);
  if (claimable(amount, expected) * UNIT !== toUnits(expected.amount) * 10n ** BigInt(expected.chainDecimals))
    return 'wrong-amount';
  return found.confirmations < expected.confirmations ? 'confirming' : 'confirmed';
}

/** What came, without what is finer than the books: nobody can claim that. */
function claimable(amount: bigint, { scale, chainDecimals }: ExpectedDeposit): bigint {
  const finer = 10n ** BigInt(Math.max(0, chainDecimals - scale));
  return amount - (amount % finer);
}
