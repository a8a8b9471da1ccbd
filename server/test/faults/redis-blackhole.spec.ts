import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisConnections } from '../../platform/redis/redis.module.js';
import { bootApp, type TestApp } from '../app.js';
import { type Cut, startTcpProxy, type TcpProxy } from '../tcp-proxy.js';
import { sleep } from './calls.js';
import { sizeOf } from './product.js';

/**
 * The network between a gateway and Redis swallows everything and resets nothing. The gateway says so of each of its connections, also of
 * the one that only listens, gives them up, and hears again by itself when it is over, also where the connections of before never
 * carry a byte again. `npm run blackhole` makes it long.
 */
const HOLES = sizeOf('FAULTS_HOLES', 2);
const IS_LONG = HOLES > 5;
/** What is demanded is 15 s; a busy machine, on which the short form runs, is allowed more. */
const NOTICE_MS = IS_LONG ? 15_000 : 60_000;
const RECOVERY_MS = IS_LONG ? 15_000 : 60_000;

/** Nobody else's. */
const CHANNEL = 'market:hole';

let app: TestApp;
let wire: TcpProxy;
let direct: Redis;
let connections: RedisConnections;

beforeAll(async () => {
  const redis = new URL(process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '');
  direct = new Redis(redis.href);
  wire = await startTcpProxy(Number(redis.port));
  redis.port = String(wire.port);
  redis.hostname = '127.0.0.1';
  app = await bootApp({ ROLES: 'gateway', REDIS_URL: redis.href });
  connections = app.application.get(RedisConnections);
  await connections.subscriber.subscribe(connections.key(CHANNEL));
}, 120_000);
afterAll(async () => {
  await wire?.close();
  await app?.close();
  direct?.disconnect();
}, 60_000);

async function within(milliseconds: number, what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within ${milliseconds} ms: ${what}`);
    await sleep(100);
  }
}

async function readiness(): Promise<{ status: number; redis: { state: string; detail?: { silent: string } } }> {
  const reply = await fetch(`${app.url}/readyz`);
  const { parts } = (await reply.json()) as { parts: { redis: { state: string; detail?: { silent: string } } } };
  return { status: reply.status, redis: parts.redis };
}

const isUp = async () =>
  / 1$/m.test(/^gateway_redis_up .*$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[0] ?? '');

describe.each(
  Array.from({ length: HOLES }, (_, hole): [number, Cut] => [hole + 1, hole % 2 === 0 ? 'stalled' : 'dead']),
)('hole %i before Redis, %s', (_hole, how) => {
  it('is told by the readiness of each connection, which serves on, and by the figure', async () => {
    await within(RECOVERY_MS, 'Redis is heard', async () => (await readiness()).redis.state === 'ok');
    await within(RECOVERY_MS, 'the figure says so', isUp);
    wire.cut(how);
    await within(NOTICE_MS, 'all are silent', async () => {
      const { redis } = await readiness();
      return redis.detail?.silent === 'commands, limits, subscriber';
    });
    const { status, redis } = await readiness();
    expect([status, redis.state]).toEqual([200, 'degraded']);
    await within(NOTICE_MS, 'the figure says so', async () => !(await isUp()));
  }, 300_000);

  it('is left: no connection of before is kept, though nobody has ended it', async () => {
    const { commands, limits, subscriber } = connections;
    await within(NOTICE_MS, 'each was given up', async () =>
      [commands, limits, subscriber].every(({ status }) => status !== 'ready'),
    );
  }, 300_000);

  it('is over when the network is: commands are done, and what is said on a channel is heard', async () => {
    wire.mend();
    await within(RECOVERY_MS, 'Redis is heard', async () => (await readiness()).redis.state === 'ok');
    const channel = connections.key(CHANNEL);
    const heard: string[] = [];
    const listen = (from: string) => void heard.push(from);
    connections.subscriber.on('message', listen);
    try {
      await within(RECOVERY_MS, 'somebody listens', async () => (await direct.publish(channel, '')) > 0);
      await within(RECOVERY_MS, 'it is heard', async () => heard.includes(channel));
    } finally {
      connections.subscriber.off('message', listen);
    }
  }, 300_000);
});
