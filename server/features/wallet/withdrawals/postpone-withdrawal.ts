import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ApproveWithdrawal } from './approve-withdrawal.js';
import { WithdrawalsStore } from './withdrawals.store.js';

/** A release beyond what one person may release on one day waits before it is done. */
@Injectable()
export class PostponeWithdrawal {
  constructor(
    private readonly store: WithdrawalsStore,
    private readonly approveWithdrawal: ApproveWithdrawal,
  ) {}

  /** @throws Refusal `operations.act-waits`: two have decided already that it is released later. */
  async assertNone(tx: Transaction, id: string): Promise<void> {
    const withdrawal = await this.store.find(tx, id, null);
    if (withdrawal?.status === 'review' && withdrawal.waitsUntil !== null) throw new Refusal('operations.act-waits');
  }

  /** From the instant on it is released beyond that cap, too. Nothing moves yet. */
  execute(tx: Transaction, id: string, until: Date): Promise<void> {
    return this.store.wait(tx, id, until);
  }

  /** It has waited. @throws Refusal of `ApproveWithdrawal`. */
  async carryOut(tx: Transaction, withdrawalId: string, operatorId: string): Promise<void> {
    await this.approveWithdrawal.execute({ withdrawalId, operatorId }, tx);
  }

  /** It has not waited, and takes two anew. What is decided meanwhile stays as it is. */
  undo(tx: Transaction, id: string): Promise<void> {
    return this.store.waitNoMore(tx, id);
  }
}
