import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SessionSockets } from '../../../platform/realtime/session-resolver.js';
import { RedisConnections } from '../../../platform/redis/redis.module.js';
import { EVERYBODYS, SESSION_ENDS } from './session-ends.js';

const NAMED_MAX = 10_000;

/** Hears from every process which sessions have ended, and has their sockets looked at. */
@Injectable()
export class HearSessionEnds implements OnModuleInit {
  constructor(
    private readonly redis: RedisConnections,
    private readonly sockets: SessionSockets,
  ) {}

  onModuleInit(): void {
    const channel = this.redis.key(SESSION_ENDS);
    this.redis.subscriber.on('message', (from: string, message: string) => {
      if (from !== channel) return;
      if (message === JSON.stringify(EVERYBODYS)) this.sockets.lookAtAll();
      else this.sockets.look(namedIn(message));
    });
    // Redis may be away at the start: the subscription is made again with the connection.
    this.redis.subscriber.subscribe(channel).catch(() => undefined);
  }
}

/** What is heard is only a hint, so what cannot be read names nobody. */
function namedIn(message: string): string[] {
  try {
    const named: unknown = JSON.parse(message);
    return Array.isArray(named) ? named.filter((id) => typeof id === 'string').slice(0, NAMED_MAX) : [];
  } catch {
    return [];
  }
}
