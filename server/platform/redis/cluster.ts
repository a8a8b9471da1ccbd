import { Cluster, type Redis, type RedisOptions } from 'ioredis';
import type { Configuration } from '../config/config.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { placeOf } from '../config/redis-place.js';

const { connectMs, farewellMs, topologyEveryMs, topologyMs } = DEPENDENCY_LIMITS.redis;

/** All slots that there are. */
const SLOTS = 16_384;

/**
 * Connects to a Redis Cluster, as the user and by the TLS of REDIS_URL. Which server has which slots is asked again and again: none
 * says so unasked, and to a server that hangs no command would be answered with where to go instead.
 * @param options as of a connection to one server.
 * @param everyMs how often it is asked.
 */
export function connectCluster(
  { REDIS_URL, REDIS_CLUSTER }: Pick<Configuration, 'REDIS_URL' | 'REDIS_CLUSTER'>,
  options: RedisOptions,
  everyMs: number = topologyEveryMs,
): Cluster {
  const { retryStrategy, enableOfflineQueue, lazyConnect, ...others } = options;
  const { enableAutoPipelining, autoPipeliningIgnoredCommands, ...each } = others;
  const { protocol, username, password } = new URL(REDIS_URL);
  const cluster = new Cluster(REDIS_CLUSTER.map(placeOf), {
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue,
    enableAutoPipelining,
    autoPipeliningIgnoredCommands,
    lazyConnect,
    slotsRefreshInterval: everyMs,
    slotsRefreshTimeout: topologyMs,
    // A server goes by the name that its certificate is for.
    dnsLookup: (address, callback) => callback(null, address),
    redisOptions: {
      connectTimeout: connectMs,
      // A server that hangs does not answer a farewell.
      disconnectTimeout: farewellMs,
      ...each,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  });
  // Where a command does not wait for its server, the server is there before the command.
  if (enableOfflineQueue === false)
    for (const event of ['ready', 'refresh']) cluster.on(event, () => connectPrimaries(cluster));
  return cluster;
}

/** Not before it is ready: it asks a server for that, and would not wait for one that is being connected to. */
function connectPrimaries(cluster: Cluster): void {
  if (cluster.status !== 'ready') return;
  for (const node of cluster.nodes('master')) if (node.status === 'wait') node.connect().catch(() => undefined);
}

/**
 * Every server that keeps something: the one, or each primary of a cluster.
 * @throws Error while none of a cluster is known.
 */
export function primariesOf(client: Redis | Cluster): Redis[] {
  if (!(client instanceof Cluster)) return [client];
  const primaries = client.nodes('master');
  if (primaries.length === 0) throw new Error('No server of the cluster is known.');
  return primaries;
}

/**
 * The primaries that have slots by the last look, `host:port`, each with what asks it. The client forgets one that does not let it connect
 * until the next look; it is named here nevertheless.
 * @throws Error while none is known.
 */
export function carriersOf(
  cluster: Cluster,
): { name: string; ask: <T>(question: (server: Redis) => Promise<T>) => Promise<T> }[] {
  const names = new Set(Object.values(cluster.slots).flatMap(([primary]) => primary ?? []));
  if (names.size === 0) throw new Error('No server of the cluster is known.');
  return [...names].map((name) => ({
    name,
    ask: async (question) => {
      const server = cluster.nodes('all').find(({ options: { host, port } }) => `${host}:${port}` === name);
      if (!server) throw new Error('It does not let us connect.');
      return question(server);
    },
  }));
}

/** How a cluster is, as those of its servers see it that answer. */
export interface ClusterState {
  /** Each slot has a server that answers the others. */
  isWhole: boolean;
  /** Primaries that no replica would replace, `host:port`. */
  alone: string[];
}

/**
 * Asks a cluster how it is: each primary, for one that is dead does not say so.
 * @throws Error where none of them answers.
 */
export async function clusterState(cluster: Cluster): Promise<ClusterState> {
  const asked = await Promise.allSettled(primariesOf(cluster).map((server) => server.cluster('INFO')));
  const said = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  if (said.length === 0) throw new Error('No primary of the cluster answers.');
  const alone = new Set<string>();
  // Slots that nobody has are holes.
  for (const [primary, ...replicas] of Object.values(cluster.slots))
    if (primary && replicas.length === 0) alone.add(primary);
  return { isWhole: said.every(isWhole), alone: [...alone] };
}

/** With `cluster-require-full-coverage no` the state stays `ok` while slots are served by nobody. */
function isWhole(info: string): boolean {
  return info.includes('cluster_state:ok') && info.includes(`cluster_slots_ok:${SLOTS}\r\n`);
}
