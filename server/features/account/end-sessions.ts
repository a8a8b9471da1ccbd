import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { CurrentSession } from '../../platform/http/access.js';
import { Refusal } from '../../platform/http/refusal.js';
import { SessionEnds } from './session-ends.js';
import { type SessionEnd, SessionsStore } from './sessions.store.js';

const SESSION_ID = /^[1-9][0-9]{0,17}$/;

/** Ends sessions: their tokens are dead at the next call everywhere, and their sockets close. */
@Injectable()
export class EndSessions {
  constructor(
    private readonly store: SessionsStore,
    private readonly ends: SessionEnds,
    private readonly clock: Clock,
  ) {}

  /** Ends all of the user's inside the transaction; what is answered is to be called after the commit. */
  async execute(tx: Transaction, userId: string, reason: SessionEnd): Promise<() => void> {
    const ended = await this.store.endAll(tx, userId, reason, new Date(this.clock.now()));
    return () => this.ends.announce(ended);
  }

  /** Ends the caller's own. */
  async logOut({ userId, sessionId }: CurrentSession): Promise<void> {
    await this.endOne(userId, sessionId, 'logout');
  }

  /** Ends one of the user's. @throws Refusal `account.session-unknown`, also for a session of somebody else. */
  async revoke(userId: string, sessionId: string): Promise<void> {
    const isEnded = SESSION_ID.test(sessionId) && (await this.endOne(userId, sessionId, 'revoked'));
    if (!isEnded) throw new Refusal('account.session-unknown');
  }

  private async endOne(userId: string, sessionId: string, reason: SessionEnd): Promise<boolean> {
    const isEnded = await this.store.end(userId, sessionId, reason, new Date(this.clock.now()));
    if (isEnded) this.ends.announce([sessionId]);
    return isEnded;
  }
}
