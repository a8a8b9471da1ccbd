import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SecurityLog } from '../notices/index.js';
import type { Caller } from '../users/index.js';
import { SessionEnds } from './session-ends.js';
import { readTokenHash, SESSION_IDLE_MS } from './session-token.js';
import { type SessionEnd, SessionsStore } from './sessions.store.js';

const SESSION_ID = /^[1-9][0-9]{0,17}$/;

export interface Ending {
  reason: SessionEnd;
  /** Who ends it, from where. */
  caller: Caller;
}

/** Ends sessions: their tokens are dead at the next call everywhere, and their sockets close. */
@Injectable()
export class EndSessions {
  constructor(
    private readonly store: SessionsStore,
    private readonly ends: SessionEnds,
    private readonly log: SecurityLog,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Ends all of the user's as the last act of the transaction; what is answered is to be called after the commit. */
  async execute(tx: Transaction, userId: string, { reason, caller }: Ending): Promise<() => void> {
    const now = this.clock.now();
    await this.store.holdUser(tx, userId);
    const ended = await this.store.endAll(tx, userId, reason, new Date(now));
    if (ended.length > 0) await this.log.note(tx, userId, 'session-ended', caller, `${reason} ${ended.length}`);
    const entity = { entity: `sessions:${userId}`, entityVersion: now };
    await this.outbox.append(tx, userId, 'session.revoked', { ...entity, sessionId: null, reason });
    return () => this.ends.announce(ended, { userId, reason, caller });
  }

  /** Ends all of the user's but one; what is answered is to be called after the commit. */
  async others(
    tx: Transaction,
    { userId, sessionId }: CurrentSession,
    { reason, caller }: Ending,
  ): Promise<() => void> {
    await this.store.holdUser(tx, userId);
    const now = new Date(this.clock.now());
    const ended = await this.store.endOthers(tx, { userId, sessionId, reason, now });
    if (ended.length > 0) await this.log.note(tx, userId, 'session-ended', caller, `${reason} ${ended.length}`);
    for (const id of ended) {
      const entity = { entity: `session:${id}`, entityVersion: 1 };
      await this.outbox.append(tx, userId, 'session.revoked', { ...entity, sessionId: id, reason });
    }
    return () => this.ends.announce(ended, { userId, reason, caller });
  }

  /** Ends the caller's own. */
  async logOut({ userId, sessionId }: CurrentSession, caller: Caller): Promise<void> {
    await this.endOne(userId, sessionId, { reason: 'logout', caller });
  }

  /** Ends the session with the token of this digest (hexadecimal), if one lives. */
  async logOutLate(digest: string, caller: Caller): Promise<void> {
    const now = this.clock.now();
    const tokenHash = readTokenHash(digest);
    const session = tokenHash && (await this.store.live(tokenHash, new Date(now), new Date(now - SESSION_IDLE_MS)));
    if (session) await this.endOne(session.userId, session.id, { reason: 'logout', caller });
  }

  /** Ends one of the user's. @throws Refusal `account.session-unknown`, also for a session of somebody else. */
  async revoke(userId: string, sessionId: string, caller: Caller): Promise<void> {
    const isEnded = SESSION_ID.test(sessionId) && (await this.endOne(userId, sessionId, { reason: 'revoked', caller }));
    if (!isEnded) throw new Refusal('account.session-unknown');
  }

  private async endOne(userId: string, sessionId: string, ending: Ending): Promise<boolean> {
    const announce = await this.transactions.run((tx) => this.within(tx, { userId, sessionId, ...ending }));
    announce?.();
    return announce !== null;
  }

  /** Ends one of the user's in the transaction; what is answered is to be called after the commit, null: it did not live. */
  async within(
    tx: Transaction,
    { userId, sessionId, reason, caller }: Ending & { userId: string; sessionId: string },
  ): Promise<(() => void) | null> {
    await this.store.holdUser(tx, userId);
    const lived = await this.store.end(tx, { userId, sessionId, reason, now: new Date(this.clock.now()) });
    if (!lived) return null;
    await this.log.note(tx, userId, 'session-ended', caller, reason);
    const entity = { entity: `session:${sessionId}`, entityVersion: 1 };
    await this.outbox.append(tx, userId, 'session.revoked', { ...entity, sessionId, reason });
    return () => this.ends.announce([sessionId], { userId, reason, caller });
  }
}
