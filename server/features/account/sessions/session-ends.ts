import { Injectable, Logger } from '@nestjs/common';
import { RedisConnections } from '../../../platform/redis/redis.module.js';

/** The pub/sub channel on which ended sessions are named. */
export const SESSION_ENDS = 'account.session-ends';

/** Tells every gateway which sessions have ended, so that their sockets close at once. Only a hint: a look follows. */
@Injectable()
export class SessionEnds {
  private readonly logger = new Logger('Sessions');

  constructor(private readonly redis: RedisConnections) {}

  /** Call after the commit. */
  announce(sessionIds: string[]): void {
    if (sessionIds.length === 0) return;
    this.redis.commands.publish(this.redis.key(SESSION_ENDS), JSON.stringify(sessionIds)).catch((error: unknown) => {
      this.logger.warn(`Ended sessions were not announced: ${String(error)}`);
    });
  }
}
