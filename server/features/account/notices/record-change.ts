import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Caller, UsersStore } from '../users/index.js';
import type { NoticeKind } from './notice-words.js';
import { SecurityLog } from './security-log.js';
import type { SecurityEventKind } from './security.store.js';

export interface SecurityChange {
  userId: string;
  kind: SecurityEventKind & NoticeKind;
  caller: Caller;
  /** What is new, so far that its owner recognises it. */
  value: string;
}

/** A change that the user must hear of, for features that know their users by number. */
@Injectable()
export class RecordChange {
  constructor(
    private readonly users: UsersStore,
    private readonly log: SecurityLog,
  ) {}

  /** @throws Refusal `session.required` where there is no such user. */
  async execute(tx: Transaction, { userId, kind, caller, value }: SecurityChange): Promise<void> {
    const user = await this.users.byId(userId, tx);
    if (!user) throw new Refusal('session.required');
    await this.log.record(tx, user, kind, caller, value);
  }
}
