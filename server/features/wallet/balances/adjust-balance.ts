import { Injectable } from '@nestjs/common';
import { toUnits } from '../../../contract/money.js';
import type { WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { requestedAmount } from '../ledger/index.js';
import { type AdjustmentRow, AdjustmentsStore } from './adjustments.store.js';
import { BookAdjustment } from './book-adjustment.js';
import { WalletActs } from './wallet-acts.store.js';
import { WalletCatalog } from './wallet-catalog.js';

export interface AdjustmentProposal {
  userId: string;
  account: WalletAccount;
  currencyId: number;
  /** Into the account; with a minus, out of it. */
  amount: string;
  reason: string;
  operatorId: string;
  /** Whether it may go beyond a person's cap, because it waits then. */
  mayWait?: boolean;
}

export interface AdjustmentDecision {
  adjustmentId: string;
  operatorId: string;
}

/** Changes of a user's money by hand: one operator proposes, another decides, and the user sees it in the statement. */
@Injectable()
export class AdjustBalance {
  constructor(
    private readonly store: AdjustmentsStore,
    private readonly bookAdjustment: BookAdjustment,
    private readonly catalog: WalletCatalog,
    private readonly acts: WalletActs,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Nothing moves yet.
   * @returns the adjustment's id.
   * @throws Refusal `wallet.reason-required`, `wallet.account-unavailable`, `wallet.adjustment-cap` for more than one
   * person may change on one day, or all may where it would wait, and those of amounts.
   */
  async propose(
    { amount: typed, reason: words, mayWait = false, ...proposal }: AdjustmentProposal,
    open?: Transaction,
  ): Promise<string> {
    const reason = words.trim();
    if (reason.length < 3) throw new Refusal('wallet.reason-required');
    const currency = this.catalog.currency(proposal.currencyId);
    if (!currency.accounts.includes(proposal.account)) throw new Refusal('wallet.account-unavailable');
    const isOut = typed.startsWith('-');
    const size = requestedAmount(isOut ? typed.slice(1) : typed, currency.scale, 'amount');
    const at = new Date(this.clock.now());
    return this.within(open, async (tx) => {
      const { person, all } = (await this.store.caps(tx, proposal.currencyId)) ?? { person: '0', all: '0' };
      if (toUnits(size) > toUnits(mayWait ? all : person)) throw new Refusal('wallet.adjustment-cap', { person, all });
      const id = await this.store.insert(tx, { ...proposal, amount: isOut ? `-${size}` : size, reason, at });
      const { operatorId } = proposal;
      await this.acts.record(tx, {
        subject: 'adjustment',
        subjectId: id,
        from: null,
        to: 'proposed',
        operatorId,
        reason,
        at,
      });
      return id;
    });
  }

  /**
   * Moves the money.
   * @throws Refusal `wallet.second-person` for the operator who proposed it, `wallet.decided`, `wallet.not-found`,
   * `wallet.adjustment-cap` where the coin's cap of the day is reached, by all or by either of the two,
   * `ledger.insufficient-balance`.
   */
  approve(decision: AdjustmentDecision, open?: Transaction): Promise<void> {
    return this.decide(decision, open, async (tx, adjustment, at) => {
      const { operatorId } = decision;
      if (adjustment.proposedBy === operatorId) throw new Refusal('wallet.second-person');
      await this.store.decide(tx, adjustment.id, { status: 'booked', operatorId, at });
      await this.acts.record(tx, { ...actOf(adjustment), to: 'booked', operatorId, at });
      await this.bookAdjustment.execute(tx, adjustment, at);
    });
  }

  /** Nothing moves. The operator who proposed it may take it back. */
  reject(decision: AdjustmentDecision, open?: Transaction): Promise<void> {
    return this.decide(decision, open, async (tx, adjustment, at) => {
      const { operatorId } = decision;
      await this.store.decide(tx, adjustment.id, { status: 'rejected', operatorId, at });
      await this.acts.record(tx, { ...actOf(adjustment), to: 'rejected', operatorId, at });
    });
  }

  private decide(
    { adjustmentId }: AdjustmentDecision,
    open: Transaction | undefined,
    work: (tx: Transaction, adjustment: AdjustmentRow, at: Date) => Promise<void>,
  ): Promise<void> {
    return this.within(open, async (tx) => {
      const adjustment = await this.store.lock(tx, adjustmentId);
      if (!adjustment) throw new Refusal('wallet.not-found');
      if (adjustment.status !== 'proposed') throw new Refusal('wallet.decided');
      await work(tx, adjustment, new Date(this.clock.now()));
    });
  }

  /** In the transaction that is open, where one is, else in one of its own. */
  private within<Result>(open: Transaction | undefined, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return open ? work(open) : this.transactions.run(work);
  }
}

function actOf({ id }: AdjustmentRow) {
  return { subject: 'adjustment' as const, subjectId: id, from: 'proposed' };
}
