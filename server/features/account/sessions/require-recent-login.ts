import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { networkOf } from '../../../platform/http/network-of.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Caller } from '../users/index.js';
import { SessionsStore } from './sessions.store.js';

/** So long after a login its password counts as shown. */
const RECENT_MS = 600_000;

/**
 * Whether a session was begun with the login password a moment ago, and from the network that calls now: a token that was
 * carried off within these minutes proves nothing elsewhere.
 */
@Injectable()
export class RequireRecentLogin {
  constructor(
    private readonly sessions: SessionsStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `account.login-again` where it was begun longer ago, by other means, or from elsewhere. */
  async execute(userId: string, sessionId: string, { ip }: Pick<Caller, 'ip'>): Promise<void> {
    const since = new Date(this.clock.now() - RECENT_MS);
    const from = await this.sessions.passwordLogin(userId, sessionId, since);
    if (from === null || networkOf(from) !== networkOf(ip)) throw new Refusal('account.login-again');
  }
}
