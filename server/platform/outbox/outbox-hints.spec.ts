import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { until } from '../../test/gateway.js';
import { readConfiguration } from '../config/config.js';
import { AfterCommit } from '../database/after-commit.js';
import { RedisConnections } from '../redis/redis.module.js';
import { OutboxHints } from './outbox-hints.js';

const REDIS_URL = process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '';
const USERS = Array.from({ length: 100 }, (_, place) => String(place + 1));

let database: TestDatabase;
let serving: DataSource;
let owner: Redis;
let prefix: string;
const closers: (() => void)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  serving = await createDataSource(database.servingUrl).initialize();
  owner = new Redis(REDIS_URL);
});
beforeEach(() => {
  prefix = `test-${randomBytes(6).toString('hex')}:`;
});
afterEach(() => {
  serving.subscribers.length = 0;
  for (const close of closers.splice(0).reverse()) close();
});
afterAll(async () => {
  owner.disconnect();
  await serving.destroy();
  await database.drop();
});

async function listeners(channel: string): Promise<number> {
  return Number(((await owner.pubsub('NUMSUB', prefix + channel)) as unknown[])[1]);
}

async function untilHeardBy(channel: string, count: number): Promise<void> {
  for (const end = performance.now() + 60_000; (await listeners(channel)) !== count; ) {
    if (performance.now() > end) throw new Error(`${channel} is not heard by ${count}.`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** The hints of a process, with how many messages Redis has sent it and what its gateway was told. */
async function aProcess(redisUrl = REDIS_URL) {
  const values = readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: database.servingUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: prefix,
  });
  const redis = new RedisConnections({ values });
  const hints = new OutboxHints(redis, new AfterCommit(serving));
  closers.push(() => {
    hints.onApplicationShutdown();
    redis.onApplicationShutdown();
  });
  const process = { hints, redis, messages: [] as string[], notified: [] as string[][] };
  redis.subscriber.on('message', (channel: string) => process.messages.push(channel.slice(prefix.length)));
  const isReady = () => redis.commands.status === 'ready' && redis.subscriber.status === 'ready';
  if (redisUrl === REDIS_URL) await until('Redis is there', isReady);
  return process;
}

/** A gateway with these users connected, which takes no earlier build into account unless told otherwise. */
async function aGateway(users: string[], hearsEarlierBuilds = false) {
  const gateway = await aProcess();
  gateway.hints.onFollowedHint((userIds) => gateway.notified.push(userIds));
  for (const user of users) gateway.hints.follow(user);
  for (const user of users) await untilHeardBy(`outbox:${user}`, 1);
  if (!hearsEarlierBuilds) {
    await untilHeardBy('outbox', 1);
    gateway.hints.leaveEarlierBuilds();
    await untilHeardBy('outbox', 0);
  }
  // Each was told once that there may have been something before Redis knew.
  await until('they are told of', () => new Set(gateway.notified.flat()).size === users.length);
  gateway.notified.length = 0;
  return gateway;
}

/** Each user in a message of its own, as commands that come one by one announce them. */
async function announceOneByOne({ hints, redis }: Awaited<ReturnType<typeof aProcess>>, users: string[]) {
  const sent = jest.spyOn(redis.commands, 'eval');
  for (const [place, user] of users.entries()) {
    hints.afterCommit(serving.manager, [user]);
    await until('it is sent', () => sent.mock.calls.length === place + 1);
  }
}

describe('a gateway', () => {
  it('is sent the hints of its own users: 10 of 100, where the common channel has all of them', async () => {
    const first = await aGateway(USERS.slice(0, 10));
    const second = await aGateway(USERS.slice(10, 15));
    const nobodys = await aGateway([]);
    const worker = await aProcess();
    worker.hints.onHint((userIds) => worker.notified.push(userIds));
    await untilHeardBy('outbox', 1);
    await announceOneByOne(await aProcess(), USERS);
    await until('the worker has heard of everybody', () => worker.notified.flat().length === 100);
    await until('the gateways of theirs', () => first.messages.length + second.messages.length >= 15);
    expect({
      worker: worker.messages.length,
      first: first.messages,
      second: second.messages,
      nobodys: nobodys.messages,
    }).toEqual({
      worker: 100,
      first: USERS.slice(0, 10).map((user) => `outbox:${user}`),
      second: USERS.slice(10, 15).map((user) => `outbox:${user}`),
      nobodys: [],
    });
    expect(first.notified.flat()).toEqual(USERS.slice(0, 10));
  });

  it('is told once of all who were announced together', async () => {
    const gateway = await aGateway(USERS.slice(0, 40));
    const writer = await aProcess();
    writer.hints.afterCommit(serving.manager, USERS);
    await until('they are told', () => gateway.notified.flat().length === 40);
    expect(gateway.notified.length).toBeLessThan(40);
    expect(gateway.messages).toHaveLength(40);
  });

  it('is told of a user once Redis knows that it is here, and of none that has left', async () => {
    const gateway = await aGateway(['1', '2']);
    gateway.hints.unfollow('1');
    gateway.hints.follow('3');
    await untilHeardBy('outbox:1', 0);
    await until('of the new one', () => gateway.notified.length > 0);
    expect(gateway.notified).toEqual([['3']]);
    const writer = await aProcess();
    writer.hints.afterCommit(serving.manager, ['1', '2', '3']);
    await until('of both', () => gateway.notified.flat().length === 3);
    expect(gateway.notified.flat()).toEqual(['3', '2', '3']);
  });

  it('follows whom it should after its connection was lost, whoever came and went meanwhile', async () => {
    const gateway = await aGateway(['1', '2']);
    const { subscriber } = gateway.redis;
    subscriber.disconnect(true);
    await until('it is away', () => subscriber.status !== 'ready');
    gateway.hints.unfollow('1');
    gateway.hints.follow('3');
    await untilHeardBy('outbox:3', 1);
    await untilHeardBy('outbox:2', 1);
    await untilHeardBy('outbox:1', 0);
    const writer = await aProcess();
    gateway.notified.length = 0;
    writer.hints.afterCommit(serving.manager, ['1', '2', '3']);
    await until('of both', () => gateway.notified.flat().length === 2);
    expect(gateway.notified.flat().toSorted()).toEqual(['2', '3']);
  });

  it('that Redis lets hear nothing says so once, and hears its users and everybody when it may', async () => {
    const name = `gateway-${randomBytes(6).toString('hex')}`;
    await owner.acl('SETUSER', name, 'on', '>word', 'allkeys', '+@all', 'resetchannels');
    const address = new URL(REDIS_URL);
    [address.username, address.password] = [name, 'word'];
    const said = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    try {
      const gateway = await aProcess(address.href);
      const { subscriber } = gateway.redis;
      await until('Redis is there', () => subscriber.status === 'ready');
      const asked = jest.spyOn(subscriber, 'subscribe');
      gateway.hints.onHint((userIds) => gateway.notified.push(userIds));
      gateway.hints.onFollowedHint((userIds) => gateway.notified.push(userIds));
      for (const user of ['1', '2']) gateway.hints.follow(user);
      // Both channels, and both again.
      await until('it is asked again', () => asked.mock.calls.length >= 4, 60_000);
      gateway.hints.unfollow('2');
      await until('it is asked again', () => asked.mock.calls.length >= 6, 60_000);
      expect(said.mock.calls.map(([text]) => String(text))).toEqual([
        expect.stringMatching(/^Redis lets no hints be heard: .*NOPERM/),
        expect.stringMatching(/^Redis lets no user's hints be heard: .*NOPERM/),
      ]);
      await owner.acl('SETUSER', name, 'allchannels');
      await untilHeardBy('outbox', 1);
      await untilHeardBy('outbox:1', 1);
      await until('it is told once of what there may have been', () => gateway.notified.flat().includes('1'));
      expect(await listeners('outbox:2')).toBe(0);
    } finally {
      await owner.acl('DELUSER', name);
      said.mockRestore();
    }
  });

  it('is called directly where Redis is away, of its own users alone', async () => {
    const gateway = await aProcess('redis://127.0.0.1:1');
    gateway.hints.onFollowedHint((userIds) => gateway.notified.push(userIds));
    gateway.hints.follow('1');
    gateway.hints.afterCommit(serving.manager, ['1', '2']);
    await until('of the one', () => gateway.notified.length > 0);
    expect(gateway.notified).toEqual([['1']]);
  });
});

describe('while an upgrade rolls', () => {
  it('a process of an earlier build, which knows the common channel alone, hears everybody', async () => {
    const earlier = new Redis(REDIS_URL);
    closers.push(() => earlier.disconnect());
    const heard: string[] = [];
    earlier.on('message', (_channel: string, text: string) => heard.push(...text.split(',')));
    await earlier.subscribe(`${prefix}outbox`);
    (await aProcess()).hints.afterCommit(serving.manager, ['7', '8']);
    await until('both', () => heard.length === 2);
    expect(heard).toEqual(['7', '8']);
  });

  it('a gateway hears what an earlier build announces, and whoever says it on both channels', async () => {
    const gateway = await aGateway(['7'], true);
    await untilHeardBy('outbox', 1);
    await owner.publish(`${prefix}outbox`, '6,7');
    await until('the one of its own', () => gateway.notified.length === 1);
    (await aProcess()).hints.afterCommit(serving.manager, ['7', '9']);
    await until('again', () => gateway.messages.length === 3);
    expect(new Set(gateway.notified.flat())).toEqual(new Set(['7']));
  });

  it('a worker keeps the common channel when gateways leave it', async () => {
    const both = await aProcess();
    both.hints.onFollowedHint(() => undefined);
    both.hints.onHint((userIds) => both.notified.push(userIds));
    await untilHeardBy('outbox', 1);
    both.hints.leaveEarlierBuilds();
    (await aProcess()).hints.afterCommit(serving.manager, ['7']);
    await until('everybody', () => both.notified.length === 1);
    expect(both.notified).toEqual([['7']]);
  });
});
