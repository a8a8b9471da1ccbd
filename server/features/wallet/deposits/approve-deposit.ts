import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Ledger, requestedAmount } from '../ledger/index.js';
import { BalanceEvents, canonicalBankReference, canonicalHash, WalletCatalog } from '../balances/index.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type ChainObjection, DecideDeposit } from './decide-deposit.js';
import { type DepositRow, DepositsStore } from './deposits.store.js';
import { NoteDeposit } from './note-deposit.js';

export interface DepositApproval {
  depositId: string;
  operatorId: string;
  /** What arrived, where that is not what the user says. */
  amount?: string;
  /** By which transaction, or which reference of the bank, it came: where the user gave no hash. */
  transaction?: string | null;
  /** Who proposed it, where it takes two. */
  proposedBy?: string | null;
  /** What the chain has against it, where two operators have said to credit it all the same. */
  overruled?: ChainObjection | null;
}

/** An operator's word that the money is there: the spot account is credited, once. */
@Injectable()
export class ApproveDeposit {
  constructor(
    private readonly decideDeposit: DecideDeposit,
    private readonly store: DepositsStore,
    private readonly ledger: Ledger,
    private readonly catalog: WalletCatalog,
    private readonly balances: BalanceEvents,
    private readonly noteDeposit: NoteDeposit,
  ) {}

  /**
   * In the transaction that is open, where one is.
   * @throws Refusal `wallet.not-found`, `wallet.decided`, `wallet.account-erased`, `deposits.chain-objects` unless just that was overruled,
   * `wallet.adjustment-cap` where its chain was asked and does not confirm it and a cap of the day is reached, `wallet.day-cap`
   * where no chain says anything and one is, `deposits.transaction-required` and `deposits.hash-invalid` where the user gave no hash,
   * `deposits.hash-used`, and those of amounts.
   */
  execute(
    {
      depositId,
      operatorId,
      proposedBy = null,
      amount: arrived,
      transaction = null,
      overruled = null,
    }: DepositApproval,
    open?: Transaction,
  ): Promise<void> {
    const work = async (tx: Transaction, deposit: DepositRow, at: Date) => {
      const { userId, currencyId } = deposit;
      await this.noteDeposit.requireAccount(tx, userId);
      const objection = this.decideDeposit.objectionTo(deposit);
      if (objection !== null && objection !== overruled) throw new Refusal('deposits.chain-objects');
      const { scale } = this.catalog.currency(currencyId);
      const amount = arrived === undefined ? deposit.amount : requestedAmount(arrived, scale, 'amount');
      const settledTx = settledBy(deposit, transaction);
      const credit = { creditedBy: operatorId, proposedBy, settledTx };
      const decision = { status: 'approved' as const, amount, remark: '', ...credit, at };
      const decided = await this.store.decide(tx, depositId, decision);
      const reason = 'deposits.credit';
      const { journalId } = await this.ledger.post(tx, {
        reason,
        reference: depositId,
        at: at.getTime(),
        legs: [
          { owner: userId, kind: 'spot', currencyId, amount },
          { owner: null, kind: 'external', currencyId, amount: `-${amount}` },
        ],
      });
      const moves = [{ account: 'spot' as const, currencyId, delta: amount }];
      const before = await this.balances.of(tx, { userId, reason, journalId, moves });
      await this.noteDeposit.execute(tx, { deposit: decided, from: 'review', operatorId, at, before });
    };
    return this.decideDeposit.credit(depositId, work, open);
  }

  /**
   * What the chain has against it now; null where nothing, or where there is no such deposit. Credits of its coin wait for
   * each other from here on, so that what an operator has credited does not change before the decision.
   */
  async objection(tx: Transaction, depositId: string): Promise<ChainObjection | null> {
    await this.store.lockCaps(tx, depositId);
    const deposit = await this.store.find(tx, depositId);
    return deposit && this.decideDeposit.objectionTo(deposit);
  }

  /** Whether its chain has confirmed it, but was not asked lately: a matter of minutes, not of the deposit. Locks as {@link objection} does. */
  async isOutOfDate(tx: Transaction, depositId: string): Promise<boolean> {
    await this.store.lockCaps(tx, depositId);
    const deposit = await this.store.find(tx, depositId);
    return (
      deposit?.chainVerdict === 'confirmed' &&
      deposit.status === 'review' &&
      this.decideDeposit.objectionTo(deposit) !== null
    );
  }
}

/**
 * The one spelling of the transaction by which a deposit came that its user handed in without a hash, as an operator names it; null where
 * the user did.
 * @throws Refusal `deposits.transaction-required`, `deposits.hash-invalid`.
 */
export function settledBy(
  { kind, txHash }: Pick<DepositRow, 'kind' | 'txHash'>,
  transaction: string | null,
): string | null {
  if (txHash !== null) return null;
  const text = transaction?.trim() ?? '';
  if (text === '') throw new Refusal('deposits.transaction-required');
  const canonical = kind === 'bank' ? canonicalBankReference(text) : canonicalHash(text);
  if (canonical === null) throw new Refusal('deposits.hash-invalid');
  return canonical;
}
