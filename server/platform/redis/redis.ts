import { Redis, type Cluster, type RedisOptions } from 'ioredis';
import type { Configuration } from '../config/config.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { placeOf } from '../config/redis-place.js';
import { connectCluster } from './cluster.js';
import { LastingSentinelConnector } from './sentinel-connector.js';
import { ShardSubscriber } from './shard-subscriber.js';
import type { Subscriber } from './subscriber.js';

const { commandMs, retries, reconnectMs, silenceMs, connectMs, changeMs, farewellMs } = DEPENDENCY_LIMITS.redis;

/** What says where Redis is. */
export type RedisPlace = Pick<
  Configuration,
  'REDIS_URL' | 'REDIS_SENTINELS' | 'REDIS_CLUSTER' | 'REDIS_PRIMARY' | 'REDIS_SENTINEL_PASSWORD'
>;

/** One server, also one that sentinels name, or the servers of a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * Opens a connection for commands on the request path: a command fails fast instead of waiting for Redis to
 * come back, because Redis only ever holds hints.
 * @param gathers whether what is asked until the last answer is one write to the socket: for many small questions, each of which
 * has a limit of its own, since those that wait for that answer have not begun to wait for theirs.
 */
export function openRedis(place: RedisPlace, { gathers = false }: { gathers?: boolean } = {}): RedisClient {
  return connectRedis(place, {
    enableOfflineQueue: false,
    commandTimeout: commandMs,
    maxRetriesPerRequest: retries,
    lazyConnect: false,
    enableAutoPipelining: gathers,
    // Gathered, it would begin a batch that knows none of the scripts that are defined until that is sent: the client would break.
    autoPipeliningIgnoredCommands: ['ping'],
  });
}

/** Opens a connection for subscriptions: it waits for Redis and subscribes again by itself after a loss. */
export function openSubscriber(place: RedisPlace): Subscriber {
  const options = { maxRetriesPerRequest: null, autoResubscribe: true };
  return isCluster(place) ? new ShardSubscriber(ofCluster(place, options)) : ofServer(place, options);
}

/**
 * Every connection to Redis. An unreachable Redis is visible in the readiness check and the metrics; it must not end the process.
 *
 * Where sentinels say which server is the primary, they are listened to: at a change a connection leaves at once, also one to a
 * server that still answers or hangs, for what is written there is lost. One that finds itself at a replica asks them again.
 * The servers of a cluster say themselves who has which keys (`connectCluster`).
 *
 * A network may swallow what is sent and tell nobody: the system would keep such a connection for a quarter of an hour, and one
 * that only listens for ever. One that owes an answer for too long is cut here, and another is made. So that there is something
 * to answer, `RedisPulse` asks each.
 *
 * @param topologyEveryMs how often a cluster is asked which server has what, where it is not as often as usual.
 */
export function connectRedis(place: RedisPlace, options: RedisOptions, topologyEveryMs?: number): RedisClient {
  return isCluster(place) ? ofCluster(place, options, topologyEveryMs) : ofServer(place, options);
}

/** Whether Redis is a cluster, whose keys and channels lie in slots. */
export function isCluster({ REDIS_CLUSTER }: Pick<RedisPlace, 'REDIS_CLUSTER'>): boolean {
  return REDIS_CLUSTER.length > 0;
}

function ofServer(place: RedisPlace, options: RedisOptions): Redis {
  const connection = { retryStrategy, socketTimeout: silenceMs };
  const redis = new Redis(place.REDIS_URL, { ...connection, ...throughSentinels(place), ...options });
  redis.on('error', () => undefined);
  return redis;
}

function ofCluster(place: RedisPlace, options: RedisOptions, topologyEveryMs?: number): Cluster {
  const connection = { retryStrategy: soon, socketTimeout: silenceMs };
  const cluster = connectCluster(place, { ...connection, ...options }, topologyEveryMs);
  cluster.on('error', () => undefined);
  return cluster;
}

function throughSentinels(place: RedisPlace): RedisOptions {
  if (place.REDIS_SENTINELS.length === 0) return {};
  const isSealed = place.REDIS_URL.startsWith('rediss:');
  return {
    sentinels: place.REDIS_SENTINELS.map(placeOf),
    name: place.REDIS_PRIMARY,
    role: 'master',
    ...(place.REDIS_SENTINEL_PASSWORD !== '' && { sentinelPassword: place.REDIS_SENTINEL_PASSWORD }),
    ...(isSealed && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    Connector: LastingSentinelConnector,
    failoverDetector: true,
    // A server that hangs does not answer a farewell.
    disconnectTimeout: farewellMs,
    sentinelCommandTimeout: connectMs,
    retryStrategy: soon,
    sentinelRetryStrategy: soon,
    sentinelReconnectStrategy: soon,
    connectTimeout: connectMs,
    // Refused there, so that it may be said again to the primary.
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
  };
}

/** While another server is about to take over, every pause is time without prices. */
const soon = (attempt: number) => Math.min(retryStrategy(attempt), changeMs);

/** Milliseconds until the next connection attempt: 50 ms, growing. */
export function retryStrategy(attempt: number): number {
  return Math.min(attempt * 50, reconnectMs);
}
