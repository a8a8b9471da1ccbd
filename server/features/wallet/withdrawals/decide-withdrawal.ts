import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteWithdrawal } from './note-withdrawal.js';
import { type WithdrawalRow, type WithdrawalStatus, WithdrawalsStore } from './withdrawals.store.js';

/** The lock order of every decision about a withdrawal: of a release the caps of its coin, then its user, then the withdrawal, then the books. */
@Injectable()
export class DecideWithdrawal {
  constructor(
    private readonly store: WithdrawalsStore,
    private readonly transactions: Transactions,
    private readonly noteWithdrawal: NoteWithdrawal,
  ) {}

  /**
   * Runs the work on a withdrawal that is in one of the states, in a transaction of its own or in the one that is open.
   * Of two decisions one goes on.
   * @throws Refusal `wallet.not-found`, `wallet.decided`.
   */
  run(
    withdrawalId: string,
    states: readonly WithdrawalStatus[],
    work: (tx: Transaction, withdrawal: WithdrawalRow, at: Date) => Promise<void>,
    open?: Transaction,
  ): Promise<void> {
    if (open) return this.within(open, withdrawalId, { states, work });
    return this.transactions.run((tx) => this.within(tx, withdrawalId, { states, work }));
  }

  /** {@link run} for what counts against the caps of a day. */
  release(
    withdrawalId: string,
    work: (tx: Transaction, withdrawal: WithdrawalRow, at: Date) => Promise<void>,
    open?: Transaction,
  ): Promise<void> {
    if (!open) return this.transactions.run((tx) => this.release(withdrawalId, work, tx));
    return this.store
      .lockCaps(open, withdrawalId)
      .then(() => this.within(open, withdrawalId, { states: ['review'], work }));
  }

  /** The same in a transaction that is open. `owner`: for whom it exists at all. */
  async within(
    tx: Transaction,
    withdrawalId: string,
    decision: {
      states: readonly WithdrawalStatus[];
      owner?: string;
      work: (tx: Transaction, withdrawal: WithdrawalRow, at: Date) => Promise<void>;
    },
  ): Promise<void> {
    const { states, owner = null, work } = decision;
    const known = await this.store.find(tx, withdrawalId, owner);
    if (!known) throw new Refusal('wallet.not-found');
    await this.noteWithdrawal.lockUser(tx, known.userId);
    const withdrawal = await this.store.lock(tx, withdrawalId);
    if (!withdrawal || !states.includes(withdrawal.status)) throw new Refusal('wallet.decided');
    await work(tx, withdrawal, this.noteWithdrawal.now());
  }
}
