import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import { SessionEnds } from '../../features/account/sessions/session-ends.js';
import { bootApp, type TestApp } from '../../test/app.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { anOperator, callDesk } from '../../test/factories/operators.js';
import { aUser } from '../../test/factories/users.js';
import { connectBare, until } from '../../test/gateway.js';
import { RedisWithUsers } from '../../test/redis-with-users.js';
import type { QueueName } from '../../jobs.js';
import { makeInstallationSecrets } from '../config/secrets.js';
import { JobQueues } from '../jobs/job-queues.js';
import { REDIS_OWNER, REDIS_ROLES, type RedisUser } from './redis-users.js';
import { RedisConnections } from './redis.module.js';

const PREFIX = 'gateway:';
const folder = mkdtempSync(join(tmpdir(), 'redis-users-'));
const connections: Redis[] = [];

let redis: RedisWithUsers;
let owner: Redis;
let database: TestDatabase;
const apps = new Map<string, TestApp>();

const passwordOf = (user: RedisUser) =>
  readFileSync(join(folder, user === REDIS_OWNER ? 'redis-password' : `redis-${user}-password`), 'utf8').trim();
const urlOf = (user: RedisUser) => redis.url(user, passwordOf(user));

function connect(url: string): Redis {
  const connection = new Redis(url, { retryStrategy: () => null });
  connection.on('error', () => undefined);
  connections.push(connection);
  return connection;
}

const app = (role: string): TestApp => {
  const found = apps.get(role);
  if (!found) throw new Error(`No ${role} runs.`);
  return found;
};

/** What was refused to anybody since the last time that this was asked. */
async function refusals(): Promise<unknown[]> {
  const log = (await owner.call('acl', 'log')) as unknown[][];
  await owner.call('acl', 'log', 'reset');
  return log.map((entry) => {
    const at = (name: string) => entry[entry.indexOf(name) + 1];
    return [at('username'), at('reason'), at('object')];
  });
}

async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Did not come true: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

beforeAll(async () => {
  makeInstallationSecrets({ shared: folder, owner: folder, migration: folder }, {}, PREFIX);
  redis = await RedisWithUsers.start(join(folder, 'redis-users.acl'));
  owner = connect(urlOf(REDIS_OWNER));
  database = await createTestDatabase('own');
}, 120_000);
afterAll(async () => {
  for (const connection of connections) connection.disconnect();
  for (const running of apps.values()) await running.close();
  await redis?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true });
}, 60_000);

describe('the product, each role as its own user of Redis', () => {
  beforeAll(async () => {
    for (const role of REDIS_ROLES) {
      const running = await bootApp(
        { ROLES: role, LOG_LEVEL: 'silent', FEED: 'simulated', REDIS_URL: urlOf(role), REDIS_PREFIX: PREFIX },
        database,
      );
      apps.set(role, running);
    }
  }, 120_000);

  it.each(REDIS_ROLES)('%s says that it reaches Redis', async (role) => {
    const reply = await fetch(`${app(role).url}/readyz`);
    expect(await reply.json()).toMatchObject({ parts: { redis: { state: 'ok' } } });
  });

  it('has its jobs asked for by the gateway and done by the worker', async () => {
    const queues = app('gateway').application.get(JobQueues);
    // A busy machine may answer later than a request waits for it; what it may not is known at last.
    await eventually('a job is taken', () => queues.add('options.settle', { closesAt: Date.now() - 60_000 }));
    const done = async (name: QueueName) => {
      const { completed = 0 } = await (await queues.ready(name)).getJobCounts('completed');
      return completed;
    };
    await eventually('the job that was asked for is done', async () => (await done('options')) > 0);
    await eventually('scheduled jobs are done again and again', async () => (await done('futures')) > 1);
    // Schedules, and the stream of a queue's events: what BullMQ keeps by its scripts.
    expect(await owner.exists(`${PREFIX}jobs:futures:repeat`, `${PREFIX}jobs:futures:events`)).toBe(2);
  });

  it('has prices from the feed at the gateway', async () => {
    const existing = () => owner.exists(`${PREFIX}feed:lock`, `${PREFIX}market:number`);
    await eventually('the feed holds its lease and publishes', async () => (await existing()) === 2);
    await eventually('a price arrives', async () => {
      const reply = await fetch(`${app('gateway').url}/api/currency/quotation_new`);
      return (await reply.text()).includes('"simulated"');
    });
  });

  it('hears in each role what is said on its channels', async () => {
    const { token, userId } = await aUser(database.url);
    const client = await connectBare(app('gateway').url, {}, { protocol: REALTIME_PROTOCOL, token });
    expect(await client.subscribe({ ch: 'account.events', key: {} })).toMatchObject({ ok: true });
    const ofUser = `outbox:${userId}`;
    const channels = [
      'market:update',
      'market:hello',
      'tape',
      'outbox',
      ofUser,
      'account.session-ends',
      'feed:command',
    ];
    const listeners = async (channel: string) =>
      Number(((await owner.call('pubsub', 'numsub', PREFIX + channel)) as unknown[])[1]);
    for (const channel of channels) await eventually(`${channel} is heard`, async () => (await listeners(channel)) > 0);
    for (const role of REDIS_ROLES) {
      const own = app(role).application.get(RedisConnections);
      // A word that is late for the process is lost, as every hint may be: it is said again.
      for (const channel of ['outbox', ofUser]) {
        const say = () => own.commands.publish(own.key(channel), '').catch(() => 0);
        await eventually('somebody hears it', async () => (await say()) > 0);
      }
    }
    app('gateway')
      .application.get(SessionEnds)
      .announce(['1'], {
        userId: '1',
        reason: 'logout',
        caller: { ip: '203.0.113.4', userAgent: '' },
      });
    client.socket.disconnect();
  });

  it('counts its callers there', async () => {
    await fetch(`${app('gateway').url}/api/user/login`, { method: 'POST', body: new URLSearchParams() });
    await eventually('a bucket is kept', async () => (await owner.keys(`${PREFIX}rate:*`)).length > 0);
  });

  it.each([0, 1000])('shows its queues to operators, also when Redis answers %i ms late', async (lateMs) => {
    const source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    try {
      const by = await anOperator(source, 'administrator');
      if (lateMs > 0) await owner.call('client', 'pause', lateMs);
      const board = await fetch(`${app('gateway').url}/ops/queues/api/queues`, {
        headers: { authorization: by.token },
      });
      expect(board.status).toBe(200);
      if (lateMs > 0) await owner.call('client', 'pause', lateMs);
      expect(await callDesk(app('gateway').url, 'jobs', { by })).toMatchObject({ type: 'ok' });
    } finally {
      await source.destroy();
    }
  });

  it('was refused nothing by all that but who else is connected, which the board would count workers by', async () => {
    expect(await refusals()).toEqual([['gateway', 'command', 'client|list']]);
  });
});

describe.each(REDIS_ROLES)('the user %s', (role) => {
  let connection: Redis;
  beforeAll(async () => {
    connection = connect(urlOf(role));
    await until('it is connected', () => connection.status === 'ready');
  });
  const say = (...words: string[]) => {
    const [command = '', ...rest] = words;
    return connection.call(command, ...rest);
  };

  it.each([
    'flushall',
    'flushdb',
    'config get *',
    'config set requirepass x',
    'keys *',
    'scan 0',
    'randomkey',
    'dbsize',
    'debug sleep 0',
    'shutdown nosave',
    'acl list',
    'acl setuser gateway +@all',
    'monitor',
    'client list',
    'client kill type normal',
    'script flush',
    'function list',
    'save',
    'bgrewriteaof',
    'replicaof no one',
    'module list',
    'slowlog get',
    'swapdb 0 1',
    'sort gateway:jobs:x',
    'pubsub channels',
  ])('may not say %s', async (words) => {
    // DEBUG is refused to everybody, before anybody's rights are looked at.
    await expect(say(...words.split(' '))).rejects.toThrow(/^NOPERM|DEBUG command not allowed/);
  });

  it.each([`'flushall'`, `'keys', '*'`, `'scan', '0'`])('nor have a script say %s', async (words) => {
    await expect(say('eval', `return redis.call(${words})`, '0')).rejects.toThrow(/can't run this command|ACL failure/);
  });

  it('reaches nothing outside of the product', async () => {
    await expect(say('get', 'other')).rejects.toThrow('NOPERM');
    await expect(say('set', `${PREFIX}other`, '1')).rejects.toThrow('NOPERM');
    await expect(say('publish', 'other', '1')).rejects.toThrow('NOPERM');
    await expect(say('subscribe', 'other')).rejects.toThrow('NOPERM');
    await expect(say('psubscribe', '*')).rejects.toThrow('NOPERM');
  });
});

describe('a role', () => {
  it.each<[RedisUser, string]>([
    ['gateway', 'feed:lock'],
    ['gateway', 'market:number'],
    ['worker', 'feed:lock'],
    ['feed', 'jobs:options:wait'],
  ])('%s does not reach %s, which is another one’s', async (role, key) => {
    await expect(connect(urlOf(role)).del(PREFIX + key)).rejects.toThrow('NOPERM');
  });

  it.each<[RedisUser, string]>([
    ['gateway', 'signed:digest'],
    ['gateway', 'help-typing:agent:7'],
    ['gateway', 'rate:read:203.0.113.4'],
    ['worker', 'jobs:{options}:options:wait'],
    ['feed', `market:number{${PREFIX}market:update}`],
  ])('%s reaches %s, which it uses', async (role, key) => {
    expect(await connect(urlOf(role)).set(PREFIX + key, '1', 'EX', 1)).toBe('OK');
  });

  it.each<[RedisUser]>([['gateway'], ['worker']])('%s commands no fall of prices', async (role) => {
    await expect(connect(urlOf(role)).publish(`${PREFIX}feed:command`, '')).rejects.toThrow('NOPERM');
  });
});

describe('whoever has no name and password', () => {
  it.each([
    ['none', () => `redis://127.0.0.1:${redis.port}`, 'NOAUTH'],
    [
      'the owner’s password alone',
      () => `redis://:${passwordOf(REDIS_OWNER)}@127.0.0.1:${redis.port}`,
      /NOAUTH|WRONGPASS/,
    ],
    ['another role’s password', () => redis.url('worker', passwordOf('gateway')), /NOAUTH|WRONGPASS/],
  ])('is not let in: %s', async (_what, url, words) => {
    await expect(connect(url()).get(`${PREFIX}feed:lock`)).rejects.toThrow(words);
  });

  it('finds no password in the file of users', () => {
    const users = readFileSync(join(folder, 'redis-users.acl'), 'utf8');
    for (const user of [...REDIS_ROLES, REDIS_OWNER] as const) expect(users).not.toContain(passwordOf(user));
    expect(users).not.toMatch(/nopass| >/);
  });
});
