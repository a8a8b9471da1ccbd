import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { frozenLegs, NoteWithdrawal } from './note-withdrawal.js';
import { type WithdrawalRow, WithdrawalsStore } from './withdrawals.store.js';

export interface WithdrawalRejection {
  withdrawalId: string;
  operatorId: string;
  /** What the user reads. */
  reason: string;
  /** Whether it is released, and two operators take it back; otherwise it is not released yet. */
  isTakenBack?: boolean;
}

const REASON_MAX = 500;

/**
 * An operator's refusal of a withdrawal, or that of two of one which is released and not paid: the money is given back whole, without any
 * fee. What is released may be on its way already, so nobody gives it back alone.
 */
@Injectable()
export class RejectWithdrawal {
  constructor(
    private readonly decideWithdrawal: DecideWithdrawal,
    private readonly store: WithdrawalsStore,
    private readonly noteWithdrawal: NoteWithdrawal,
  ) {}

  /** @throws Refusal `wallet.reason-required`, `wallet.not-found`, `wallet.decided`, `withdrawals.being-sent`. */
  async execute(rejection: WithdrawalRejection, open?: Transaction): Promise<void> {
    const { withdrawalId, operatorId, reason: words, isTakenBack = false } = rejection;
    const reason = words.trim().slice(0, REASON_MAX);
    if (reason === '') throw new Refusal('wallet.reason-required');
    const work = async (tx: Transaction, { status: from, sendingBy }: WithdrawalRow, at: Date) => {
      if (sendingBy !== null) throw new Refusal('withdrawals.being-sent');
      const withdrawal = await this.store.move(tx, withdrawalId, { status: 'rejected', reason, at });
      const journal = { reason: 'withdrawals.return', legs: frozenLegs(withdrawal, 'return') };
      await this.noteWithdrawal.execute(tx, { withdrawal, from, operatorId, at, journal });
    };
    await this.decideWithdrawal.run(withdrawalId, [isTakenBack ? 'approved' : 'review'], work, open);
  }
}
