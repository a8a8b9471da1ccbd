import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Language } from '../../../contract/errors.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { SESSION_LIFE_MS } from '../../../platform/http/session-cookie.js';
import { deviceName, SecurityLog } from '../notices/index.js';
import type { Caller, UserRow } from '../users/index.js';
import { hashToken } from './session-token.js';
import { SessionEnds } from './session-ends.js';
import { type LoginMethod, SessionsStore } from './sessions.store.js';

export interface OpenedSession {
  /** Given to the client once; only its digest is kept. */
  token: string;
  /** To be called after the commit: tells what others must know. */
  announce: () => void;
}

/** Opens a session for a user who has proven itself. */
@Injectable()
export class OpenSession {
  constructor(
    private readonly sessions: SessionsStore,
    private readonly log: SecurityLog,
    private readonly ends: SessionEnds,
    private readonly clock: Clock,
  ) {}

  /** The user's row must be locked by the transaction, so that parallel logins see each other's sessions. */
  async execute(
    tx: Transaction,
    user: UserRow,
    how: { method: LoginMethod; caller: Caller; language: Language },
  ): Promise<OpenedSession> {
    const token = randomBytes(32).toString('base64url');
    const tokenHash = hashToken(token);
    if (!tokenHash) throw new Error('The token that was made is none');
    const now = this.clock.now();
    const device = deviceName(how.caller.userAgent);
    await this.log.login(tx, user, { ...how, device });
    const replaced = await this.sessions.open(tx, {
      userId: user.id,
      tokenHash,
      method: how.method,
      device,
      ip: how.caller.ip,
      userAgent: how.caller.userAgent,
      at: new Date(now),
      expiresAt: new Date(now + SESSION_LIFE_MS),
    });
    if (replaced.length > 0) await this.log.note(tx, user.id, 'session-ended', how.caller, 'replaced');
    const announce = () => this.ends.announce(replaced, { userId: user.id, reason: 'replaced', caller: how.caller });
    return { token, announce };
  }
}
