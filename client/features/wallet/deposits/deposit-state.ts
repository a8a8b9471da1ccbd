import type { DepositView } from '../../../../server/contract/wallet/wallet-deposits.dto';

export type DepositState =
  | { kind: 'review' | 'confirmed' | 'credited' | 'rejected' }
  | { kind: 'confirming'; seen: number; needed: number };

/** How far a deposit is: the chain's word counts as long as no operator has decided. */
export function depositState(deposit: DepositView): DepositState {
  const { status, confirmations: seen, confirmations_needed: needed } = deposit;
  if (status === 2) return { kind: 'credited' };
  if (status === 3) return { kind: 'rejected' };
  if (seen <= 0 || needed <= 0) return { kind: 'review' };
  return seen >= needed ? { kind: 'confirmed' } : { kind: 'confirming', seen, needed };
}
