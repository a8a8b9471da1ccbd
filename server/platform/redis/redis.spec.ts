import { openRedis, type RedisClient } from './redis.js';

const PLACE = {
  REDIS_CLUSTER: [],
  REDIS_URL: process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '',
  REDIS_SENTINELS: [],
  REDIS_PRIMARY: 'gateway',
  REDIS_SENTINEL_PASSWORD: '',
};

let redis: RedisClient;

beforeAll(async () => {
  redis = openRedis(PLACE, { gathers: true });
  await new Promise<void>((ready) => redis.once('ready', ready));
});
afterAll(() => redis?.disconnect());

it('is asked for a sign of life beside what it gathers: a script that comes in the same moment is done', async () => {
  const alive = redis.ping();
  redis.defineCommand('answer', { numberOfKeys: 0, lua: 'return 42' });
  const asked = (redis as RedisClient & { answer: () => Promise<number> }).answer();
  expect(await Promise.all([alive, asked])).toEqual(['PONG', 42]);
});
