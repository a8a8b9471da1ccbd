import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type Leg, Ledger, type UserAccountKind } from '../ledger/index.js';
import { BalanceEvents, WalletActs } from '../balances/index.js';
import { withdrawalEvent } from './withdrawals-views.js';
import type { WithdrawalRow, WithdrawalStatus } from './withdrawals.store.js';

export interface WithdrawalStep {
  /** As it stands after the step. */
  withdrawal: WithdrawalRow;
  from: WithdrawalStatus | null;
  operatorId: string | null;
  at: Date;
  /** The money that the step moves; none where it moves none. */
  journal?: { reason: string; legs: Leg[] };
}

/** Does what every step of a withdrawal does: moves its money, writes the step down and tells the user. */
@Injectable()
export class NoteWithdrawal {
  constructor(
    private readonly ledger: Ledger,
    private readonly balances: BalanceEvents,
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

  /** One of two has approved it: it stays where it is. */
  firstApproval(tx: Transaction, { id, operatorId, at }: { id: string; operatorId: string; at: Date }): Promise<void> {
    const act = { subject: 'withdrawal' as const, subjectId: id, from: 'review', to: 'review' };
    return this.acts.record(tx, { ...act, operatorId, reason: 'first approval', at });
  }

  /** Call last in the transaction. @throws Refusal `ledger.insufficient-balance`. */
  async execute(tx: Transaction, step: WithdrawalStep): Promise<void> {
    const { withdrawal, from, operatorId, at } = step;
    const { id, status, reason } = withdrawal;
    const moved = await this.move(tx, step);
    await this.acts.record(tx, { subject: 'withdrawal', subjectId: id, from, to: status, operatorId, reason, at });
    await this.outbox.appendAll(tx, [...moved, withdrawalEvent(withdrawal)]);
  }

  private async move(tx: Transaction, { withdrawal, journal, at }: WithdrawalStep) {
    if (!journal) return [];
    const { userId, currencyId, id } = withdrawal;
    const { reason, legs } = journal;
    const { journalId } = await this.ledger.post(tx, { reason, reference: id, at: at.getTime(), legs });
    const moves = legs
      .filter(({ owner }) => owner === userId)
      .map(({ kind, amount }) => ({ account: kind as UserAccountKind, currencyId, delta: amount }));
    return this.balances.of(tx, { userId, reason, journalId, moves });
  }
}

/** The money of a withdrawal goes from one of its user's accounts to the other; frozen money is held in its name. */
export function frozenLegs({ id, userId, currencyId, amount }: WithdrawalRow, way: 'freeze' | 'return'): Leg[] {
  const negative = `-${amount}`;
  return [
    { owner: userId, kind: 'spot', currencyId, amount: way === 'freeze' ? negative : amount },
    {
      owner: userId,
      kind: 'spot_frozen',
      currencyId,
      amount: way === 'freeze' ? amount : negative,
      hold: `withdrawal:${id}`,
    },
  ];
}
