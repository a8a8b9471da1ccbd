import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { UsersStore } from '../users/index.js';
import { assertSessionOpen } from './assert-session-open.js';

/**
 * What a session began comes to nothing once it was ended: proofs are looked at and passwords hashed before the transaction, and
 * meanwhile the owner may have thrown everybody out.
 */
@Injectable()
export class HoldOpenSession {
  constructor(
    private readonly users: UsersStore,
    private readonly clock: Clock,
  ) {}

  /** Holds the user, so that whoever ends the session waits for the act. @throws Refusal `session.required`. */
  async execute(tx: Transaction, { userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
    if (!(await this.users.hold(tx, userId))) throw new Refusal('session.required');
    await assertSessionOpen(tx, { userId, sessionId, at: new Date(this.clock.now()) });
  }
}
