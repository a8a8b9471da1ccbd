import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SESSION_IDLE_MS } from './session-token.js';
import { type SessionRow, SessionsStore } from './sessions.store.js';

/** The sessions of a user that live, for its security centre. */
@Injectable()
export class ListSessions {
  constructor(
    private readonly store: SessionsStore,
    private readonly clock: Clock,
  ) {}

  execute(userId: string): Promise<SessionRow[]> {
    const now = this.clock.now();
    return this.store.list(userId, new Date(now), new Date(now - SESSION_IDLE_MS));
  }
}
