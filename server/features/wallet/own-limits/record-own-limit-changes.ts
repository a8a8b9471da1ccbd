import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { wireTime } from '../../../contract/pages.dto.js';
import type { BreakKind } from '../../../contract/rules/own-limits.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SecurityLog } from '../../account/notices/index.js';
import { type Caller, type UserRow, UsersStore } from '../../account/users/index.js';
import type { LimitName } from './own-limits.store.js';

export interface RecordedLimitChange extends LimitName {
  amount: DecimalText | null;
  holdsFrom: Date;
  /** Whether it does not hold yet. */
  isLater: boolean;
  caller: Caller;
}

/**
 * Writes each change among the security events, which are sealed, and tells its user. What an event says of a limit or a break is
 * what the check of the books holds the rows against.
 */
@Injectable()
export class RecordOwnLimitChanges {
  constructor(
    private readonly users: UsersStore,
    private readonly log: SecurityLog,
  ) {}

  async limit(tx: Transaction, userId: string, change: RecordedLimitChange): Promise<void> {
    const { kind, period, amount, holdsFrom, isLater, caller } = change;
    const user = await this.user(tx, userId);
    const event = isLater ? 'limit-asked' : 'limit-set';
    const about = [kind, period, amount ?? 'none', holdsFrom.toISOString()].join(' ');
    await this.log.note(tx, userId, event, caller, about);
    const unit = kind === 'time' ? 'min' : 'USDT';
    // Empty: none, in the words of whoever reads it.
    const value = amount === null ? '' : `${amount} ${unit}`;
    await this.log.notify(tx, user, event, { limit: `${kind} ${period}`, value, from: wireTime(holdsFrom) });
  }

  async calledBack(
    tx: Transaction,
    userId: string,
    { kind, period, caller }: LimitName & { caller: Caller },
  ): Promise<void> {
    const user = await this.user(tx, userId);
    await this.log.note(tx, userId, 'limit-called-back', caller, `${kind} ${period}`);
    await this.log.notify(tx, user, 'limit-called-back', { limit: `${kind} ${period}` });
  }

  async breakBegan(
    tx: Transaction,
    userId: string,
    { kind, endsAt, caller }: { kind: BreakKind; endsAt: Date; caller: Caller },
  ): Promise<void> {
    const user = await this.user(tx, userId);
    await this.log.note(tx, userId, 'break-began', caller, `${kind} ${endsAt.toISOString()}`);
    await this.log.notify(tx, user, 'break-began', { until: wireTime(endsAt) });
  }

  private async user(tx: Transaction, userId: string): Promise<UserRow> {
    const user = await this.users.byId(userId, tx);
    if (!user) throw new Refusal('session.required');
    return user;
  }
}
