import { Redis } from 'ioredis';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';

const { commandMs, retries, reconnectMs } = DEPENDENCY_LIMITS.redis;

/**
 * Opens a connection for commands on the request path: a command fails fast instead of waiting for Redis to
 * come back, because Redis only ever holds hints.
 */
export function openRedis(url: string): Redis {
  return quiet(
    new Redis(url, {
      enableOfflineQueue: false,
      commandTimeout: commandMs,
      maxRetriesPerRequest: retries,
      retryStrategy,
      lazyConnect: false,
      // Commands of one turn of the event loop (a call's four rate limits among them) are one write to the socket.
      enableAutoPipelining: true,
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
