import { clusterState } from '../../../platform/redis/cluster.js';
import { Cluster } from 'ioredis';
import { readConfiguration } from '../../../platform/config/config.js';
import { openRedis } from '../../../platform/redis/redis.js';
import { ClusterWorld } from '../../../test/faults/cluster-world.js';
import { patiently } from '../../../test/faults/redis-servers.js';
import { ExamineRedisClocks } from './examine-redis-clocks.js';
import { ExamineRedis } from './examine-redis.js';

const PREFIX = 'doctor:';
const KEY = `${PREFIX}rate:1`;

it('a part of a cluster that has lost its primary and replica is said, and the other servers are looked at', async () => {
  const world = await ClusterWorld.start(PREFIX);
  const environment = { NODE_ENV: 'test', DATABASE_URL: 'postgres://u@127.0.0.1/d', REDIS_PREFIX: PREFIX };
  const redis = openRedis(readConfiguration({ ...environment, ...world.settingsOf('worker') }));
  try {
    if (!(redis instanceof Cluster)) throw new Error('It is no cluster.');
    await patiently('it is connected', async () => (await redis.ping()) === 'PONG');
    const lost = await world.carrierOf(KEY);
    await world.killPart(KEY);
    await patiently('the others know', async () => !(await clusterState(redis)).isWhole);
    const found = await new ExamineRedis(redis).execute();
    expect(found.filter(({ state }) => state === 'wrong').map(({ says }) => says)).toEqual([
      'slots of the cluster are served by nobody',
    ]);
    const unseen = (some: typeof found) => some.filter(({ state }) => state === 'unknown').map(({ says }) => says);
    expect(unseen(found)).toEqual([expect.stringContaining(`Redis at 127.0.0.1:${lost} could not be looked at`)]);
    expect(found.filter(({ says }) => says.endsWith('it throws nothing away when it is full'))).toHaveLength(2);
    const clocks = await new ExamineRedisClocks(Date.now, redis).execute();
    expect(unseen(clocks)).toEqual([expect.stringContaining(`127.0.0.1:${lost} could not be looked at`)]);
    expect(clocks.filter(({ says }) => says.startsWith("this machine's clock is"))).toHaveLength(2);
  } finally {
    redis.disconnect();
    await world.stop();
  }
}, 180_000);
