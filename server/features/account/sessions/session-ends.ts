import { Injectable, Logger } from '@nestjs/common';
import { RedisConnections } from '../../../platform/redis/redis.module.js';
import { SecuritySignals } from '../../../platform/http/security-signals.js';
import type { Caller } from '../users/index.js';
import type { SessionEnd } from './sessions.store.js';

/** The pub/sub channel on which ended sessions are named. */
export const SESSION_ENDS = 'account.session-ends';

/** In the place of the numbers: all of them. */
export const EVERYBODYS = 'everybodys';

/** Whose sessions ended, why, and from where. */
export interface EndedBy {
  userId: string;
  reason: SessionEnd;
  caller: Caller;
}

/** Tells every gateway which sessions have ended, so that their sockets close at once. Only a hint: a look follows. */
@Injectable()
export class SessionEnds {
  private readonly logger = new Logger('Sessions');

  constructor(
    private readonly redis: RedisConnections,
    private readonly signals: SecuritySignals,
  ) {}

  /** Call after the commit. */
  announce(sessionIds: string[], { userId: user, reason, caller }: EndedBy): void {
    if (sessionIds.length === 0) return;
    const { ip: address, request = '' } = caller;
    this.signals.emit({ kind: 'session-ended', user, address, request, about: reason });
    this.publish(sessionIds);
  }

  /** Call after the commit in which API keys ended: their sockets have sessions of their own names. */
  announceKeys(sessions: string[]): void {
    if (sessions.length > 0) this.publish(sessions);
  }

  /** Call after the commit in which all sessions of all users were ended. */
  announceAll(): void {
    this.publish(EVERYBODYS);
  }

  private publish(ended: string[] | typeof EVERYBODYS): void {
    const { channels } = this.redis;
    channels.publish(this.redis.key(SESSION_ENDS), JSON.stringify(ended)).catch((error: unknown) => {
      this.logger.warn(`Ended sessions were not announced: ${String(error)}`);
    });
  }
}
