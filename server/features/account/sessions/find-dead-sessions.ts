import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SESSION_IDLE_MS } from './session-token.js';
import { SessionsStore } from './sessions.store.js';

/** Which of some sessions live no more: ended, too old, long not used, or of a user who was disabled. */
@Injectable()
export class FindDeadSessions {
  constructor(
    private readonly store: SessionsStore,
    private readonly clock: Clock,
  ) {}

  async execute(ids: readonly string[]): Promise<Set<string>> {
    const now = this.clock.now();
    return new Set(await this.store.dead([...ids], new Date(now), new Date(now - SESSION_IDLE_MS)));
  }
}
