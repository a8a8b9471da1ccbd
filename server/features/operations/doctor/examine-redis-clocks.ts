import { Cluster, type Redis } from 'ioredis';
import { carriersOf } from '../../../platform/redis/cluster.js';
import type { RedisClient } from '../../../platform/redis/redis.js';
import { ExamineClocks } from './examine-clocks.js';
import { type Finding, looked } from './finding.js';

/** Compares this machine's clock with Redis', in a cluster with that of each primary: one that is dead hides no other. */
export class ExamineRedisClocks {
  /** @param now this machine's clock, Unix milliseconds. */
  constructor(
    private readonly now: () => number,
    private readonly redis: RedisClient,
  ) {}

  async execute(): Promise<Finding[]> {
    const { redis } = this;
    if (!(redis instanceof Cluster)) return this.compare('Redis', () => redisNow(redis));
    const each = carriersOf(redis).map(({ name, ask }) =>
      looked('clocks', `the clock of Redis at ${name}`, () => this.compare(`Redis at ${name}`, () => ask(redisNow))),
    );
    return (await Promise.all(each)).flat();
  }

  private compare(name: string, read: () => Promise<number>): Promise<Finding[]> {
    return new ExamineClocks(this.now, [{ name, read }]).execute();
  }
}

/** Redis says seconds, and the millionths of the last. */
async function redisNow(redis: Redis): Promise<number> {
  const [seconds, millionths] = await redis.time();
  return Number(seconds) * 1000 + Number(millionths) / 1000;
}
