import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PruneAccounts } from '../users/index.js';
import { SessionsStore } from './sessions.store.js';

/**
 * Forgets sessions that ended long ago, for as long as the rule says. What happened at a login stays in the security events; who
 * comes back with a device that nothing is known of any more is told of it as of a new one.
 */
@Injectable()
export class ForgetSessions implements OnModuleInit {
  constructor(
    private readonly pruneAccounts: PruneAccounts,
    private readonly sessions: SessionsStore,
  ) {}

  onModuleInit(): void {
    this.pruneAccounts.register(0, (now, most) => this.execute(now, most));
  }

  /** @returns how many were forgotten; as many as were allowed: there may be more. */
  execute(now: Date, most: number): Promise<number> {
    return this.sessions.forget(now, most);
  }
}
