import { Redis } from 'ioredis';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';

const { commandMs, retries, reconnectMs } = DEPENDENCY_LIMITS.redis;

/**
 * Opens a connection for commands on the request path: a command fails fast instead of waiting for Redis to
 * come back, because Redis only ever holds hints.
 * @param gathers whether what is asked until the last answer is one write to the socket: for many small questions, each of which
 * has a limit of its own, since those that wait for that answer have not begun to wait for theirs.
 */
export function openRedis(url: string, { gathers = false }: { gathers?: boolean } = {}): Redis {
  return quiet(
    new Redis(url, {
      enableOfflineQueue: false,
      commandTimeout: commandMs,
      maxRetriesPerRequest: retries,
      retryStrategy,
      lazyConnect: false,
      enableAutoPipelining: gathers,
    }),
  );
}

/** Opens a connection for subscriptions: it waits for Redis and subscribes again by itself after a loss. */
export function openSubscriber(url: string): Redis {
  return quiet(new Redis(url, { maxRetriesPerRequest: null, retryStrategy, autoResubscribe: true }));
}

/** Milliseconds until the next connection attempt: 50 ms, growing. */
function retryStrategy(attempt: number): number {
  return Math.min(attempt * 50, reconnectMs);
}

/** An unreachable Redis is visible in the readiness check and the metrics; it must not end the process. */
function quiet(redis: Redis): Redis {
  redis.on('error', () => undefined);
  return redis;
}
