import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type OperatorSession, OperatorSessionReader } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { OperatorSessionsStore } from './operator-sessions.store.js';

/** A session at the desk ends after so long, used or not, and earlier when nobody uses it. */
export const DESK_LIFE_MS = 12 * 3_600_000;
export const DESK_IDLE_MINUTES = 30;
/** The last use is written so often at most. */
const TOUCH_EVERY_MS = 60_000;
/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What was not used since then has ended. */
function idleSince(now: number): Date {
  return new Date(now - DESK_IDLE_MINUTES * 60_000);
}

/** Opens and ends the operators' sessions. */
@Injectable()
export class OperatorSessions {
  constructor(
    private readonly store: OperatorSessionsStore,
    private readonly clock: Clock,
  ) {}

  /** @returns the token, which is given away once, and the session. */
  async open(
    tx: Transaction,
    { operatorId, ip, userAgent }: { operatorId: string; ip: string; userAgent: string },
  ): Promise<{ token: string; sessionId: string; expiresAt: Date }> {
    const token = randomBytes(32).toString('base64url');
    const at = new Date(this.clock.now());
    const expiresAt = new Date(at.getTime() + DESK_LIFE_MS);
    const session = { operatorId, tokenHash: hashOf(token), ip, userAgent, at, expiresAt };
    return { token, sessionId: await this.store.open(tx, session), expiresAt };
  }

  /**
   * Nothing that opens the desk is changed by a session that was ended after the guard had looked at it. The operator's row must be
   * locked, as by whoever ends its sessions.
   * @throws Refusal `session.required`.
   */
  async assertOpen(tx: Transaction, session: { operatorId: string; sessionId: string }): Promise<void> {
    const now = this.clock.now();
    const isOpen = await this.store.isLive(tx, session, new Date(now), idleSince(now));
    if (!isOpen) throw new Refusal('session.required');
  }

  async end(tx: Transaction, sessionId: string): Promise<void> {
    await this.store.end(tx, sessionId, new Date(this.clock.now()));
  }

  /** All of the operator's but the one, where one is named. */
  async endAll(tx: Transaction, operatorId: string, but: string | null = null): Promise<void> {
    await this.store.endAll(tx, operatorId, new Date(this.clock.now()), but);
  }

  expiresAt(sessionId: string): Promise<Date | null> {
    return this.store.expiresAt(sessionId);
  }
}

/** Finds the session behind an operator's token in Postgres, at every call: what was ended anywhere is dead everywhere. */
@Injectable()
export class ReadOperatorSession extends OperatorSessionReader {
  constructor(
    private readonly store: OperatorSessionsStore,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {
    super();
  }

  async read(token: string): Promise<OperatorSession | null> {
    if (!TOKEN.test(token)) return null;
    const now = this.clock.now();
    const session = await this.store.live(hashOf(token), new Date(now), idleSince(now));
    if (!session) return null;
    if (now - session.lastUsedAt.getTime() > TOUCH_EVERY_MS) await this.store.touch(session.id, new Date(now));
    return { operatorId: session.operatorId, sessionId: session.id, roles: session.roles };
  }

  async noteForbidden(
    session: OperatorSession,
    call: { route: string; address: string; request: string },
  ): Promise<void> {
    const { operatorId, sessionId, roles } = session;
    const actor = { operatorId, sessionId, roles, address: call.address, request: call.request };
    const line = { action: 'desk.forbid', subject: 'operator', subjectId: operatorId };
    await this.log.recordRefusal(actor, { ...line, detail: { route: call.route } });
  }
}
