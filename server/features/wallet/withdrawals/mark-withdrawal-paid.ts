import { Injectable } from '@nestjs/common';
import type { RefusalCode } from '../../../contract/errors.js';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Leg } from '../ledger/index.js';
import { canonicalBankReference, canonicalHash, subtract, WalletCatalog } from '../balances/index.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { NoteWithdrawal } from './note-withdrawal.js';
import { type WithdrawalRow, WithdrawalsStore } from './withdrawals.store.js';

export interface WithdrawalPayment {
  withdrawalId: string;
  operatorId: string;
  /** Hash of the chain transaction that paid it; of a bank transfer, the bank's reference. */
  transaction: string;
  /** Two operators agreed that it left the house, whoever sends it. */
  isAgreed?: boolean;
}

/** An operator's word that a released withdrawal has left the house. */
@Injectable()
export class MarkWithdrawalPaid {
  constructor(
    private readonly decideWithdrawal: DecideWithdrawal,
    private readonly store: WithdrawalsStore,
    private readonly catalog: WalletCatalog,
    private readonly noteWithdrawal: NoteWithdrawal,
  ) {}

  /**
   * Only whoever sends it says so alone. What has left the house can be written down whatever the mode is: it is out of the books' reach.
   * @throws Refusal `deposits.hash-invalid`, `withdrawals.transaction-used`, `wallet.not-found`, `wallet.decided`,
   * `withdrawals.not-being-sent`, `withdrawals.sent-by-another`.
   */
  execute(
    { withdrawalId, operatorId, transaction, isAgreed = false }: WithdrawalPayment,
    open?: Transaction,
  ): Promise<void> {
    const work = async (tx: Transaction, { coinNetworkId, sendingBy }: WithdrawalRow, at: Date) => {
      const objection = isAgreed && sendingBy !== null ? null : objectionOf(sendingBy, operatorId);
      if (objection !== null) throw new Refusal(objection);
      const chainTx = this.canonical(coinNetworkId, transaction);
      await this.store.lockSettled(tx, chainTx);
      if (await this.store.isPaidBy(tx, coinNetworkId, chainTx)) throw new Refusal('withdrawals.transaction-used');
      const withdrawal = await this.store.move(tx, withdrawalId, { status: 'paid', chainTx, at });
      const journal = { reason: 'withdrawals.pay', legs: paymentLegs(withdrawal) };
      await this.noteWithdrawal.execute(tx, { withdrawal, from: 'approved', operatorId, at, journal });
    };
    return this.decideWithdrawal.run(withdrawalId, ['approved'], work, open);
  }

  /**
   * What would be refused of a payment, before it is tried; `before`: it was paid by this very transaction.
   * @returns null where nothing is.
   */
  async problemOf(
    tx: Transaction,
    { withdrawalId, operatorId, transaction }: WithdrawalPayment,
  ): Promise<'before' | RefusalCode | null> {
    const withdrawal = await this.store.find(tx, withdrawalId, null);
    if (!withdrawal) return 'operations.not-found';
    const { coinNetworkId, status, sendingBy } = withdrawal;
    const chainTx = this.canonicalOf(coinNetworkId, transaction);
    if (chainTx === null) return 'deposits.hash-invalid';
    const before = withdrawal.chainTx;
    if (status === 'paid' && before !== null && this.canonicalOf(coinNetworkId, before) === chainTx) return 'before';
    if (status !== 'approved') return 'wallet.decided';
    const objection = objectionOf(sendingBy, operatorId);
    if (objection !== null) return objection;
    return (await this.store.isPaidBy(tx, coinNetworkId, chainTx)) ? 'withdrawals.transaction-used' : null;
  }

  /**
   * The transaction in its one spelling, before operators agree that it paid the withdrawal.
   * @throws Refusal `wallet.not-found`, and those of {@link execute} about the transaction.
   */
  async judged(tx: Transaction, { withdrawalId, transaction }: WithdrawalPayment): Promise<string> {
    const withdrawal = await this.store.find(tx, withdrawalId, null);
    if (!withdrawal) throw new Refusal('wallet.not-found');
    const { coinNetworkId } = withdrawal;
    const chainTx = this.canonical(coinNetworkId, transaction);
    if (await this.store.isPaidBy(tx, coinNetworkId, chainTx)) throw new Refusal('withdrawals.transaction-used');
    return chainTx;
  }

  private canonical(coinNetworkId: number, transaction: string): string {
    const text = this.canonicalOf(coinNetworkId, transaction);
    if (text === null) throw new Refusal('deposits.hash-invalid');
    return text;
  }

  private canonicalOf(coinNetworkId: number, transaction: string): string | null {
    const isBank = this.catalog.network(coinNetworkId)?.chain === 'bank';
    const reference = isBank ? canonicalBankReference(transaction) : null;
    return reference ?? canonicalHash(transaction.trim());
  }
}

/** What keeps one operator from saying alone that it was paid. */
function objectionOf(sendingBy: string | null, operatorId: string): RefusalCode | null {
  if (sendingBy === null) return 'withdrawals.not-being-sent';
  return sendingBy === operatorId ? null : 'withdrawals.sent-by-another';
}

function paymentLegs({ id, userId, currencyId, amount, fee }: WithdrawalRow): Leg[] {
  const house = (kind: 'external' | 'fee', sum: DecimalText): Leg => ({ owner: null, kind, currencyId, amount: sum });
  return [
    { owner: userId, kind: 'spot_frozen', currencyId, amount: `-${amount}`, hold: `withdrawal:${id}` },
    house('external', subtract(amount, fee)),
    ...(/[1-9]/.test(fee) ? [house('fee', fee)] : []),
  ];
}
