import { Cluster } from 'ioredis';
import { carriersOf, type ClusterState, clusterState } from '../../../platform/redis/cluster.js';
import type { RedisClient } from '../../../platform/redis/redis.js';
import { type Finding, finding, looked, stateOf } from './finding.js';

/** Of what the server may take; from there on it refuses or throws away. */
const MEMORY = { watch: 0.7, wrong: 0.9 };
/** What schedules and locks of jobs need (BullMQ asks for 6.2, and has worked with less until it did not). */
const OLDEST = { server: [6, 2], cluster: [7, 0] } as const;

/**
 * Looks at Redis, of a cluster at each primary: the queues of jobs live in it, and a server that throws keys away when it is full loses
 * their schedules. A primary that is dead hides neither the others nor that its slots are served by nobody.
 */
export class ExamineRedis {
  constructor(private readonly redis: RedisClient) {}

  async execute(): Promise<Finding[]> {
    if (!(this.redis instanceof Cluster)) return redisFindings(await this.redis.info());
    const { redis } = this;
    const whole = looked('redis', 'the cluster', async () => clusterFindings(await clusterState(redis)));
    const each = carriersOf(redis).map(({ name, ask }) =>
      looked('redis', `Redis at ${name}`, async () =>
        redisFindings(await ask((server) => server.info()), 'cluster').map((one) => ({
          ...one,
          says: `${name}: ${one.says}`,
        })),
      ),
    );
    return (await Promise.all([whole, ...each])).flat();
  }
}

export function clusterFindings({ isWhole, alone }: ClusterState): Finding[] {
  return [
    finding(
      'redis',
      isWhole ? 'ok' : 'wrong',
      isWhole ? 'the cluster has all its slots' : 'slots of the cluster are served by nobody',
      'Ask it which server is missing (redis-cli --cluster check HOST:PORT), and start it again or give its slots to another.',
    ),
    finding(
      'redis',
      alone.length === 0 ? 'ok' : 'watch',
      alone.length === 0 ? 'each primary has a replica' : `no replica would replace ${alone.toSorted().join(', ')}`,
      'Add a replica to each (redis-cli --cluster add-node --cluster-slave): with its primary a part of the prices or hints goes.',
    ),
  ];
}

/**
 * @param info what `INFO` answers: lines `name:value`.
 * @param place a cluster's servers publish by slots, which older ones do not know.
 */
export function redisFindings(info: string, place: 'server' | 'cluster' = 'server'): Finding[] {
  const lines = new Map(
    info.split(/\r?\n/).map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  const value = (name: string) => lines.get(name) ?? '';
  const [version, policy] = [value('redis_version'), value('maxmemory_policy')];
  const [used, most] = [Number(value('used_memory')), Number(value('maxmemory'))];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const oldest = OLDEST[place];
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  const mib = Math.round(used / 1024 ** 2);
  return [
    finding(
      'versions',
      isOld ? 'wrong' : 'ok',
      `Redis ${version}${isOld ? `: older than ${oldest.join('.')}` : ''}`,
      'Move to a newer Redis: jobs, and in a cluster prices, rely on what older ones lack.',
    ),
    finding(
      'redis',
      policy === 'noeviction' ? 'ok' : 'wrong',
      policy === 'noeviction'
        ? 'it throws nothing away when it is full'
        : `maxmemory-policy is ${policy}: jobs and their schedules can vanish`,
      'Set maxmemory-policy noeviction.',
    ),
    most > 0
      ? finding(
          'redis',
          stateOf(used / most, MEMORY),
          `it has ${mib} MiB of ${Math.round(most / 1024 ** 2)} that it may take`,
          'Give it more memory; nothing in it may be thrown away.',
        )
      : finding('redis', 'ok', `it has ${mib} MiB; it has no limit of its own`, ''),
  ];
}
