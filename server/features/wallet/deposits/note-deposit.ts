import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox, type OutboxEvent } from '../../../platform/outbox/outbox.js';
import { WalletActs } from '../balances/index.js';
import { depositEvent } from './deposits-views.js';
import type { DepositRow, DepositStatus } from './deposits.store.js';

export interface DepositStep {
  /** As it stands after the step. */
  deposit: DepositRow;
  from: DepositStatus | null;
  operatorId: string | null;
  at: Date;
  /** Events that come before the deposit's own: those of balances. */
  before?: OutboxEvent[];
}

/** Writes down every step of a deposit and tells its user. */
@Injectable()
export class NoteDeposit {
  constructor(
    private readonly acts: WalletActs,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  now(): Date {
    return new Date(this.clock.now());
  }

  /** Before every other lock of the command. */
  lockUser(tx: Transaction, userId: string): Promise<void> {
    return this.acts.lockUser(tx, userId);
  }

  /** @throws Refusal `wallet.account-erased`. */
  requireAccount(tx: Transaction, userId: string): Promise<void> {
    return this.acts.requireAccount(tx, userId);
  }

  /** Call last in the transaction. */
  async execute(tx: Transaction, { deposit, from, operatorId, at, before = [] }: DepositStep): Promise<void> {
    const { id, status, remark } = deposit;
    await this.acts.record(tx, {
      subject: 'deposit',
      subjectId: id,
      from,
      to: status,
      operatorId,
      reason: remark,
      at,
    });
    await this.outbox.appendAll(tx, [...before, depositEvent(deposit)]);
  }
}
