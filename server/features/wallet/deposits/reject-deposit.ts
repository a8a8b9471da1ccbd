import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { DecideDeposit } from './decide-deposit.js';
import { type DepositRow, DepositsStore } from './deposits.store.js';
import { NoteDeposit } from './note-deposit.js';

export interface DepositRejection {
  depositId: string;
  operatorId: string;
  /** What the user reads. */
  reason: string;
}

const REASON_MAX = 500;

/** An operator's word that the money did not come. The transaction's hash is free for its true sender. */
@Injectable()
export class RejectDeposit {
  constructor(
    private readonly decideDeposit: DecideDeposit,
    private readonly store: DepositsStore,
    private readonly noteDeposit: NoteDeposit,
  ) {}

  /** @throws Refusal `wallet.reason-required`, `wallet.not-found`, `wallet.decided`. */
  async execute({ depositId, operatorId, reason }: DepositRejection, open?: Transaction): Promise<void> {
    const remark = reason.trim().slice(0, REASON_MAX);
    if (remark === '') throw new Refusal('wallet.reason-required');
    const work = async (tx: Transaction, { amount }: DepositRow, at: Date) => {
      const deposit = await this.store.decide(tx, depositId, { status: 'rejected', amount, remark, at });
      await this.noteDeposit.execute(tx, { deposit, from: 'review', operatorId, at });
    };
    await this.decideDeposit.run(depositId, work, open);
  }
}
