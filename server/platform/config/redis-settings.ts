import { z } from 'zod';
import { REDIS_PREFIX } from './secrets.js';
import { SENTINEL } from './sentinel-place.js';
import { list } from './setting-kinds.js';

export const redisSettings = {
  /** Redis, as the user of this role. Where there are sentinels they say which server it is, and host and port here are not used. */
  REDIS_URL: z.url(),
  /** The sentinels that know which Redis is the primary, `host:port`, comma-separated. */
  REDIS_SENTINELS: list('').pipe(z.array(z.string().regex(SENTINEL, 'host:port is wanted of each'))),
  /** The name that the sentinels know the primary by. */
  REDIS_PRIMARY: z.string().min(1).default('gateway'),
  /** What the sentinels themselves ask for, if they do. */
  REDIS_SENTINEL_PASSWORD: z.string().default(''),
  /** Prefix of every Redis key and channel, so that several products (or tests) can share one server. */
  REDIS_PREFIX: z.string().default(REDIS_PREFIX),
};
