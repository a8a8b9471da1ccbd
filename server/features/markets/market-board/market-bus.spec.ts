import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Config, readConfiguration } from '../../../platform/config/config.js';
import { RedisConnections } from '../../../platform/redis/redis.module.js';
import { MarketBus } from './market-bus.js';
import type { MarketUpdate } from './market-update.js';

let prefix: string;
let opened: RedisConnections[];

beforeEach(() => {
  prefix = `test-${randomBytes(6).toString('hex')}:`;
  opened = [];
});
afterEach(() => {
  for (const redis of opened) redis.onApplicationShutdown();
});

/** The bus as a process of its own has it. */
async function aProcess(): Promise<{ bus: MarketBus; redis: RedisConnections }> {
  const values = readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: process.env.TEST_DATABASE_URL,
    REDIS_URL: process.env.TEST_REDIS_URL,
    REDIS_PREFIX: prefix,
  });
  class Given extends Config {
    readonly values = values;
  }
  const redis = new RedisConnections(new Given());
  opened.push(redis);
  await new Promise((done) => redis.commands.once('ready', done));
  return { redis, bus: new MarketBus(redis) };
}

const NOTHING = { tickers: [], candles: [], depths: [], trades: {}, marks: [] };
const update = (ep: string, s: number): MarketUpdate => ({ ep, s, at: 0, kind: 'delta', ...NOTHING });

/** A gateway: what it heard, after everything that was said before has arrived. */
async function listen() {
  const { bus, redis } = await aProcess();
  const heard: string[] = [];
  bus.onUpdate(({ ep, s }) => heard.push(`${ep}/${s}`));
  await redis.subscriber.subscribe(redis.key('market:end'));
  const after = async (said: RedisConnections) => {
    const arrived = new Promise<void>((done) => {
      redis.subscriber.on('message', (channel) => channel === redis.key('market:end') && done());
    });
    await said.commands.publish(redis.key('market:end'), '');
    await arrived;
    return heard;
  };
  return { after };
}

it('passes on what the feeding process says, however far numbers and sequences go', async () => {
  const gateway = await listen();
  const { bus, redis } = await aProcess();
  bus.publish(update('9', 1));
  bus.publish(update('10', 1));
  bus.publish(update('10', 2));
  expect(await gateway.after(redis)).toEqual(['9/1', '10/1', '10/2']);
});

it('lets nobody hear a word that a feeding process says after its successor spoke', async () => {
  const gateway = await listen();
  const [paused, successor] = [await aProcess(), await aProcess()];
  paused.bus.publish(update('9', 1));
  expect(await gateway.after(paused.redis)).toEqual(['9/1']);
  successor.bus.publish(update('10', 1));
  expect(await gateway.after(successor.redis)).toEqual(['9/1', '10/1']);
  paused.bus.publish(update('9', 2));
  expect(await gateway.after(paused.redis)).toEqual(['9/1', '10/1']);
});

it('forgets the number of a process that has fallen silent: a restored database begins with earlier ones', async () => {
  const { bus, redis } = await aProcess();
  bus.publish(update('10', 1));
  expect(await redis.commands.pttl(redis.key('market:number'))).toBeGreaterThan(0);
  expect(await redis.commands.pttl(redis.key('market:number'))).toBeLessThanOrEqual(10_000);
});
