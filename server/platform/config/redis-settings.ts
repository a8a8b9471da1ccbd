import { z } from 'zod';
import { REDIS_PREFIX } from './secrets.js';
import { HOST_AND_PORT } from './redis-place.js';
import { list } from './setting-kinds.js';

const addresses = list('').pipe(z.array(z.string().regex(HOST_AND_PORT, 'host:port is wanted of each')));

export const redisSettings = {
  /** Redis, as the user of this role. Where there are sentinels or a cluster, host and port here are not used. */
  REDIS_URL: z.url(),
  /** The sentinels that know which Redis is the primary, `host:port`, comma-separated. */
  REDIS_SENTINELS: addresses,
  /** The name that the sentinels know the primary by. */
  REDIS_PRIMARY: z.string().min(1).default('gateway'),
  /** What the sentinels themselves ask for, if they do. */
  REDIS_SENTINEL_PASSWORD: z.string().default(''),
  /** Some servers of the Redis Cluster that knows the others, `host:port`, comma-separated; empty: Redis is no cluster. */
  REDIS_CLUSTER: addresses,
  /** Prefix of every Redis key and channel, so that several products (or tests) can share one server. */
  REDIS_PREFIX: z.string().default(REDIS_PREFIX),
};
