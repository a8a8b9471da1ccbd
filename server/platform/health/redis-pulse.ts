import { Injectable } from '@nestjs/common';
import { Cluster } from 'ioredis';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { Loops } from '../loop/loops.js';
import { carriersOf } from '../redis/cluster.js';
import { REDIS_CONNECTIONS, RedisConnections, type RedisConnectionName } from '../redis/redis.module.js';

const { commandMs, pulseMs } = DEPENDENCY_LIMITS.redis;

/**
 * Asks each connection of the process for a sign of life, also the one that only listens: a network that swallows everything tells
 * nobody, and a connection that owes no answer is never found dead. What stays silent is cut by the connection itself.
 */
@Injectable()
export class RedisPulse {
  private silentAtLast: readonly RedisConnectionName[] = [];

  constructor(
    private readonly redis: RedisConnections,
    loops: Loops,
  ) {
    loops.add({ name: 'redis.pulse', everyMs: pulseMs, round: () => this.silent() });
  }

  /** Whether each connection stands and has answered when it was asked last. */
  get isHeard(): boolean {
    return this.silentAtLast.length === 0 && REDIS_CONNECTIONS.every((name) => this.redis[name].status === 'ready');
  }

  /** The connections that do not answer now, within the time of a command. */
  async silent(): Promise<readonly RedisConnectionName[]> {
    const answers = await Promise.all(REDIS_CONNECTIONS.map((name) => answersSoon(this.redis[name])));
    this.silentAtLast = REDIS_CONNECTIONS.filter((_name, place) => !answers[place]);
    return this.silentAtLast;
  }
}

/** A connection for subscriptions has no limit of its own: it waits for Redis. */
async function answersSoon(connection: RedisConnections[RedisConnectionName]): Promise<boolean> {
  if (connection.status !== 'ready') return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((settle) => {
    timer = setTimeout(() => settle(false), commandMs);
  });
  try {
    const answered = signOfLife(connection).then(
      () => true,
      () => false,
    );
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Of a cluster each server that has slots, or that is listened to, gives one. The client forgets a server that does not let it connect: those
 * that it still knows would say that all is well while a part of the cluster is gone.
 */
async function signOfLife(connection: RedisConnections[RedisConnectionName]): Promise<unknown> {
  if (!(connection instanceof Cluster)) return connection.ping();
  return Promise.all(carriersOf(connection).map(({ ask }) => ask((server) => server.ping())));
}
