import { randomBytes } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { type ByeMessage, REALTIME_PROTOCOL } from '../../../contract/channels.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { Caller, type CallOptions, type Reply } from '../../../test/calls.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';
import { aSessionOf, aUser, type TestUser } from '../../../test/factories/users.js';
import { until } from '../../../test/gateway.js';
import { readConfiguration } from '../../config/config.js';
import { ConnectedClients } from '../../realtime/connected-clients.js';
import { startTcpProxy, type TcpProxy } from '../../../test/tcp-proxy.js';
import { configuredRules, RATE_RULES, rateRules } from './rate-classes.js';

const LIMITS = 'read=6/6,command=4/60,money=2/60,close=3/60,auth=2/60';

jest.setTimeout(180_000);

const PREFIX = { REDIS_PREFIX: `test-rates-${process.pid}-${Date.now()}:` };

let database: TestDatabase;
/** Counts by `LIMITS`; each test comes as users of its own. */
let app: TestApp;
const apps: TestApp[] = [];
let call: Caller;

async function boot(environment: Record<string, string> = {}): Promise<TestApp> {
  const booted = await bootApp({ ROLES: 'gateway', RATE_LIMITS: LIMITS, ...environment }, database);
  apps.push(booted);
  return booted;
}

const sockets: Socket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  app = await boot({ ...PREFIX, REALTIME_SOCKETS_PER_USER: '2' });
});
beforeEach(() => {
  call = new Caller(app);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await Promise.all(apps.map((booted) => booted.close()));
  await database?.drop();
});

/** A transfer to oneself: refused by the wallet, after it was counted. */
const transfer = (by: TestUser, options: CallOptions = {}, to = call): Promise<Reply> =>
  to.post(
    'wallet/change',
    { number: '1', currency_id: '3', from_field: 'change', to_field: 'change' },
    {
      token: by.token,
      ...options,
    },
  );

const look = (by: TestUser) => call.get('demo/state', { token: by.token });

it('the calls of one class end in a refusal that says when to come back, those of others go on', async () => {
  const [user, other] = [await aUser(database.url), await aUser(database.url)];
  const first = await transfer(user);
  expect(first.code).toBe('wallet.same-account');
  expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
    '"money";q=2;w=60',
    '"money";r=1;t=30',
  ]);
  await transfer(user);
  const refused = await transfer(user);
  expect(refused).toMatchObject({ status: 429, type: 'error', code: 'request.too-many' });
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(30);
  expect(refused.headers.get('ratelimit')).toBe(`"money";r=0;t=${wait}`);
  // Another class of the same user, and the same class of another one.
  expect((await call.post('wallet/out_cancel', { id: '1' }, { token: user.token })).status).toBe(200);
  expect((await look(user)).type).toBe('ok');
  expect((await transfer(other)).code).toBe('wallet.same-account');
});

it('a bucket fills up again', async () => {
  const user = await aUser(database.url);
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await look(user)).status));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(6);
  expect(statuses).toContain(429);
  const end = performance.now() + 30_000;
  while ((await look(user)).status !== 200) {
    if (performance.now() > end) throw new Error('The bucket stays empty.');
    await new Promise((done) => setTimeout(done, 200));
  }
});

it('all processes count together', async () => {
  const beside = await boot(PREFIX);
  const user = await aUser(database.url);
  const replies = [
    await transfer(user),
    await transfer(user, {}, new Caller(beside)),
    await transfer(user),
    await transfer(user, {}, new Caller(beside)),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
});

it('a session that somebody stole leaves its owner calls, however many it makes; all of a user are counted together, too', async () => {
  const slow = new Caller(await boot({ RATE_LIMITS: 'money=2/600' }));
  const owner = await aUser(database.url);
  const calls = async (by: TestUser, count: number) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push((await transfer(by, {}, slow)).status);
    return statuses;
  };
  const refused = (count: number) => Array.from({ length: count }, () => 429);
  expect(await calls(await aSessionOf(owner, database.url), 12)).toEqual([200, 200, ...refused(10)]);
  expect(await calls(owner, 3)).toEqual([200, 200, 429]);
  expect(await calls(await aSessionOf(owner, database.url), 2)).toEqual([200, 200]);
  expect(await calls(await aSessionOf(owner, database.url), 2)).toEqual(refused(2));
});

it('who is refused takes nothing of what all users of an address share', async () => {
  const behind = await boot({ RATE_LIMITS: 'money=1/600', TRUSTED_PROXIES: '1' });
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const flood = await aUser(database.url);
  const statuses: number[] = [];
  for (let count = 0; count < 25; count += 1)
    statuses.push((await transfer(flood, { headers }, new Caller(behind))).status);
  expect(statuses).toEqual([200, ...Array.from({ length: 24 }, () => 429)]);
  expect((await transfer(await aUser(database.url), { headers }, new Caller(behind))).status).toBe(200);
});

it('guests are counted by their address', async () => {
  const logIn = () => call.post('user/login', { user_string: 'nobody', password: 'none' });
  const statuses: number[] = [];
  for (let count = 0; count < 9; count += 1) statuses.push((await logIn()).status);
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
});

it('the users of one address are counted together, too, however many accounts they are; those of another are not', async () => {
  const behind = await boot({ RATE_LIMITS: 'money=1/600', TRUSTED_PROXIES: '1' });
  const to = new Caller(behind);
  const from = async (address: string) =>
    (await transfer(await aUser(database.url), { headers: { 'x-forwarded-for': address } }, to)).status;
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1) statuses.push(await from('203.0.113.7'));
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
  expect(await from('203.0.113.8')).toBe(200);
});

it('a user has so many sockets at a gateway, and one more takes the place of the oldest', async () => {
  const [user, other] = [await aUser(database.url), await aUser(database.url)];
  const open = (by: TestUser) =>
    new Promise<Socket>((resolve, reject) => {
      const auth = { protocol: REALTIME_PROTOCOL, token: by.token };
      const socket = io(app.url, { transports: ['websocket'], auth, reconnection: false, forceNew: true });
      sockets.push(socket);
      socket.on('connect', () => resolve(socket));
      socket.on('connect_error', reject);
    });
  const [first, second, stranger] = [await open(user), await open(user), await open(other)];
  const bye = new Promise<ByeMessage>((resolve) => first.once('bye', resolve));
  const gone = new Promise<void>((resolve) => first.once('disconnect', () => resolve()));
  const third = await open(user);
  expect(await bye).toEqual({ reason: 'too-many-sockets', retryInMs: 60_000 });
  await gone;
  expect([second, third, stranger].map(({ connected }) => connected)).toEqual([true, true, true]);
  // A place that was left is free: nobody goes for it.
  second.disconnect();
  await until('its place is free', () => app.application.get(ConnectedClients, { strict: false }).size === 2);
  await open(user);
  expect(third.connected).toBe(true);
});

describe('before a session is looked up', () => {
  const random = () => randomBytes(32).toString('base64url');
  let counting: TestApp;
  beforeAll(async () => {
    counting = await boot({ RATE_LIMITS: 'session=3/60', TRUSTED_PROXIES: '1' });
  });
  beforeEach(() => {
    call = new Caller(counting);
  });

  it('an address is counted, whatever tokens it makes up', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 14; count += 1) {
      const { status, type } = await call.get('user/center', { token: random() });
      statuses.push(status);
      expect(type).toBe(status === 200 ? '999' : 'error');
    }
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429]);
    const refused = await call.get('user/center', { token: random() });
    expect([refused.code, refused.headers.get('ratelimit-policy')]).toEqual([
      'request.too-many',
      '"session";q=12;w=60',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // What is open to everybody asks for no session.
    expect((await call.get('set/lang', { token: random() })).status).not.toBe(429);
  });

  it('a token is counted, wherever it comes from', async () => {
    const user = await aUser(database.url);
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${count}` };
      statuses.push((await call.get('demo/state', { token: user.token, headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('the desk counts for itself', async () => {
    const desk = await boot({ RATE_LIMITS: 'session=3/60,auth=2/60,read=2/60' });
    call = new Caller(desk);
    const source = desk.owner;
    const [first, second] = [await anOperator(source, 'auditor'), await anOperator(source, 'auditor')];
    for (let count = 0; count < 20; count += 1) {
      await call.get('user/center', { token: random() });
      await call.post('user/login', { user_string: 'nobody', password: 'none' });
    }
    const look = async (by: TestOperator) => (await callDesk(desk.url, 'me', { by })).status;
    expect([await look(first), await look(first), await look(first), await look(second)]).toEqual([200, 200, 429, 200]);
    const logIn = async () =>
      (await callDesk(desk.url, 'login', { body: { login: 'nobody', password: 'none', totp: '123456' } })).status;
    const statuses: number[] = [];
    for (let count = 0; count < 9; count += 1) statuses.push(await logIn());
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
    const tries = { headers: { authorization: random() } };
    for (let count = 0; count < 12; count += 1) await callDesk(desk.url, 'me', tries);
    expect((await callDesk(desk.url, 'me', { headers: { authorization: random() } })).status).toBe(429);
    expect((await fetch(`${desk.url}/ops/queues/`, { headers: { authorization: random() } })).status).toBe(429);
  });
});

describe('without Redis', () => {
  let proxy: TcpProxy;
  let alone: TestApp | undefined;

  afterEach(async () => {
    await alone?.close();
    await proxy.close();
  });

  it.each(['broken', 'stalled'] as const)('(%s) looking is not limited, the rest by each process', async (cut) => {
    const server = new URL(process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '');
    proxy = await startTcpProxy(Number(server.port));
    alone = await bootApp(
      { ROLES: 'gateway', RATE_LIMITS: LIMITS, REDIS_URL: `redis://127.0.0.1:${proxy.port}` },
      database,
    );
    call = new Caller(alone);
    const user = await aUser(database.url);
    proxy.cut(cut);
    const looks: number[] = [];
    for (let count = 0; count < 10; count += 1) looks.push((await look(user)).status);
    expect(looks).toEqual(Array.from({ length: 10 }, () => 200));
    const money: number[] = [];
    for (let count = 0; count < 4; count += 1) money.push((await transfer(user)).status);
    expect(money).toEqual([200, 200, 429, 429]);
    proxy.mend();
  });
});

describe('the settings', () => {
  it('are the rules as they stand in production, and wide elsewhere', () => {
    const addresses = { DATABASE_URL: 'postgres://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };
    const secrets = { PASSWORD_PEPPER: 'p'.repeat(32), SECRET_KEY: 's'.repeat(32) };
    const production = { ...addresses, ...secrets, NODE_ENV: 'production', PUBLIC_URL: 'https://trade.example' };
    expect(configuredRules(readConfiguration(production))).toEqual(RATE_RULES);
    expect(configuredRules(readConfiguration({ ...production, RATE_FACTOR: '2' })).auth.calls).toBe(10);
    expect(configuredRules(readConfiguration({ ...addresses, NODE_ENV: 'test' })).auth.calls).toBe(500);
  });

  it('are as the documents for clients have them', () => {
    const calls = Object.entries(RATE_RULES).map(([name, { calls: most, seconds }]) => `${name} ${most}/${seconds}`);
    expect(calls).toEqual(
      expect.arrayContaining(['read 20/1', 'command 20/1', 'open 10/1', 'close 10/1', 'money 10/120']),
    );
    expect(calls).toEqual(expect.arrayContaining(['auth 5/300', 'code 10/3600']));
  });

  it('multiply the rules, or put others in their place', () => {
    expect(rateRules(1, [])).toEqual(RATE_RULES);
    expect(rateRules(10, ['open=50/2'])).toMatchObject({
      open: { calls: 50, seconds: 2 },
      money: { calls: 100, seconds: 120 },
    });
  });

  it.each(['open', 'open=0/1', 'nothing=5/1', 'open=5', 'open=-1/1', 'open=5/0'])('do not take %s', (setting) => {
    expect(() => rateRules(1, [setting])).toThrow(/RATE_LIMITS/);
  });

  it('give closing a bucket of its own', () => {
    expect(Object.keys(RATE_RULES)).toEqual(expect.arrayContaining(['open', 'close']));
  });
});
