import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { ChannelClient, systemTimers } from '../../../client/platform/channel-client.js';
import type { Timers } from '../../../client/platform/channel-connection.js';
import { openChannelSocket } from '../../../client/platform/channel-socket.js';
import { type ByeMessage, REALTIME_PROTOCOL } from '../../contract/channels.js';
import type { AccountEventsPlace } from '../../contract/events.dto.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { RealtimeSession } from '../../platform/realtime/channel-source.js';
import {
  type HandshakeProof,
  SessionRegistry,
  SessionResolver,
  SessionSockets,
} from '../../platform/realtime/session-resolver.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { aUser } from '../factories/outbox.js';
import { connectBare, until as within } from '../gateway.js';
import { CUTS, startTcpProxy, type TcpProxy } from '../tcp-proxy.js';

jest.setTimeout(180_000);

const REDIS_URL = process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '';

/** Sessions without the accounts: the token is `{userId}`, and a session ends when the test says so. */
class TestSessions extends SessionResolver {
  readonly gone = new Set<string>();

  resolve({ token }: HandshakeProof): Promise<RealtimeSession> {
    const isUser = token !== null && /^\d+$/.test(token) && !this.gone.has(token);
    return Promise.resolve({ userId: isUser ? token : null, sessionId: isUser ? token : null });
  }

  ended(ids: string[]): Promise<string[]> {
    return Promise.resolve(ids.filter((id) => this.gone.has(id)));
  }

  disabled(): Promise<string[]> {
    return Promise.resolve([]);
  }
}

/** Patience for a busy machine; how long things take is for the bench to say. */
/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 60_000;
const until = (what: string, holds: () => boolean, limitMs = HANGING_MS) => within(what, holds, limitMs);

/** A page's way to a gateway whose port a proxy stands before: by TLS where the gateway stands behind a balancer. */
const at = (port: number): string =>
  `${process.env.TEST_THROUGH?.includes('balancer') ? 'https' : 'http'}://127.0.0.1:${port}`;

let database: TestDatabase;
const closers: (() => unknown)[] = [];
const atTheEnd: (() => unknown)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(async () => {
  for (const close of atTheEnd.splice(0).reverse()) await close();
  await database.drop();
});

interface Gateway {
  app: TestApp;
  port: number;
  source: DataSource;
  outbox: Outbox;
  transactions: Transactions;
  sockets: SessionSockets;
}

/** One gateway process of the product, in this process. */
async function boot(sessions: TestSessions, prefix: string, redisUrl: string): Promise<Gateway> {
  const app = await bootApp(
    {
      ROLES: 'gateway',
      REDIS_URL: redisUrl,
      REDIS_PREFIX: prefix,
      REALTIME_SOCKETS_PER_ADDRESS: '10000',
      REALTIME_HANDSHAKES_PER_SECOND: '10000',
    },
    database,
  );
  atTheEnd.push(() => app.close());
  const { application } = app;
  application.get(SessionRegistry, { strict: false }).resolveWith(sessions);
  return {
    app,
    port: Number(new URL(app.url).port),
    source: app.owner,
    outbox: application.get(Outbox, { strict: false }),
    transactions: application.get(Transactions, { strict: false }),
    sockets: application.get(SessionSockets, { strict: false }),
  };
}

/** The wire to Redis of the second one can be cut. */
async function twoGateways() {
  const sessions = new TestSessions();
  const prefix = `test-${randomBytes(6).toString('hex')}:`;
  const behind = new URL(REDIS_URL);
  const redisOfSecond = await startTcpProxy(Number(behind.port || 6379));
  atTheEnd.push(() => redisOfSecond.close());
  behind.hostname = '127.0.0.1';
  behind.port = String(redisOfSecond.port);
  const [first, second] = [await boot(sessions, prefix, REDIS_URL), await boot(sessions, prefix, behind.toString())];
  return { first, second, sessions, prefix, redisOfSecond };
}

type Pair = Awaited<ReturnType<typeof twoGateways>>;
let pair: Promise<Pair> | undefined;

/** The gateways of all tests, as they were: what a test takes from them it gives back. */
function commonGateways(): Promise<Pair> {
  pair ??= twoGateways();
  return pair;
}

async function proxyTo(port: number): Promise<TcpProxy> {
  const proxy = await startTcpProxy(port);
  closers.push(() => proxy.close());
  return proxy;
}

/** Waits between attempts are a fiftieth of their length, so that many cuts fit into a test. */
const eagerTimers: Timers = { ...systemTimers, random: () => Math.random() / 50 };

/** A page of a user that writes down what it is told. */
class Page {
  readonly numbers: number[] = [];
  readonly starts: number[] = [];
  readonly client: ChannelClient;

  constructor(userId: string, url: () => string) {
    this.client = new ChannelClient({ timers: eagerTimers, open: () => openChannelSocket(url(), userId) });
    closers.push(() => this.client.close());
    this.client.follow(
      'account.events',
      {},
      {
        onChange: (events) => this.numbers.push(...events.map(({ sequence }) => sequence)),
        onStart: ({ sequence }: AccountEventsPlace) => this.starts.push(sequence),
      },
    );
  }
}

const pageOf = (userId: string, ...gateways: Gateway[]) => {
  let attempt = 0;
  return new Page(userId, () => {
    const { app } = gateways[attempt % gateways.length] as Gateway;
    attempt += 1;
    return app.url;
  });
};

const upTo = (count: number, from = 1) => Array.from({ length: count - from + 1 }, (_, index) => index + from);

async function notify({ outbox, transactions }: Gateway, userId: string, notice = 'test', count = 1): Promise<void> {
  await transactions.run(async (tx) => {
    for (let number = 0; number < count; number += 1) {
      await outbox.append(tx, userId, 'notice', {
        entity: `notice:${number}`,
        entityVersion: 1,
        noticeId: String(number),
        notice,
        parameters: {},
      });
    }
  });
}

/** How many sockets the gateway has cut because they took nothing. */
async function cutReaders({ app }: Gateway): Promise<number> {
  const figures = await (await fetch(`${app.url}/metrics`)).text();
  return Number(/sockets_cut_total\{reason="slow-consumer"\} (\d+)/.exec(figures)?.[1] ?? 0);
}

async function begun(page: Page): Promise<Page> {
  await until('the stream begins', () => page.starts.length > 0);
  return page;
}

test('100 users on two gateways see each of 1,000 events once and in order, whatever is cut', async () => {
  const { first, second } = await commonGateways();
  const proxies = await Promise.all([first, first, first, second, second, second].map(({ port }) => proxyTo(port)));
  const users = await Promise.all(Array.from({ length: 100 }, () => aUser(first.source)));
  const anyProxy = () => proxies[Math.floor(Math.random() * proxies.length)] as TcpProxy;
  const pages = users.map((user) => new Page(user, () => at(anyProxy().port)));
  for (const page of pages) await begun(page);
  const cuts = { end: false };
  const cutting = (async () => {
    for (let round = 0; !cuts.end; round += 1) {
      const proxy = anyProxy();
      // Mostly the quick ones: a dead line is found by its silence, which takes seconds.
      proxy.cut(round % 5 === 0 ? (CUTS[round % CUTS.length] ?? 'dead') : 'broken');
      await new Promise((done) => setTimeout(done, 50 + Math.random() * 250));
      proxy.mend();
      await new Promise((done) => setTimeout(done, 20));
    }
  })();
  for (let round = 0; round < 125; round += 1) {
    const writer = round % 2 === 0 ? first : second;
    const work = writer.transactions.run(async (tx) => {
      await tx.query(
        `select outbox_append_all(
           array_agg(id), array_agg('notice'::text),
           array_agg(jsonb_build_object('entity', 'notice:' || turn, 'entityVersion', 1)), now())
           from unnest($1::bigint[]) id, generate_series(1, 8) turn`,
        [users],
      );
      writer.outbox.announce(tx, users);
      if (round % 25 === 7) throw new Error('taken back');
    });
    await work.catch((error: Error) => {
      if (error.message !== 'taken back') throw error;
    });
  }
  // The rounds that were taken back.
  for (let round = 0; round < 40; round += 1) {
    await first.transactions.run((tx) =>
      first.outbox.appendAll(
        tx,
        users.map((userId) => ({
          userId,
          kind: 'notice',
          payload: { entity: `notice:${round}`, entityVersion: 1, noticeId: '1', notice: 'test', parameters: {} },
        })),
      ),
    );
  }
  cuts.end = true;
  await cutting;
  await until('everybody has everything', () => pages.every(({ numbers }) => numbers.length >= 1000), 60_000);
  for (const page of pages) {
    expect(page.starts).toEqual([0]);
    expect(page.numbers).toEqual(upTo(1000));
  }
});

describe('a page', () => {
  test('is served when the hint is lost: Redis is gone', async () => {
    const { first, second, redisOfSecond: proxy } = await commonGateways();
    const user = await aUser(first.source);
    const page = await begun(pageOf(user, second));
    closers.push(() => proxy.mend());
    proxy.cut('broken');
    await notify(first, user, 'test', 2);
    await until('what the hint missed', () => page.numbers.length === 2);
    // The gateway without Redis tells its own pages at once, and the others find it.
    const other = await begun(pageOf(user, first));
    await notify(second, user);
    await until('both have it', () => page.numbers.length === 3 && other.numbers.length === 1);
    proxy.mend();
    await notify(first, user);
    await until('and goes on', () => page.numbers.length === 4);
    expect(page.numbers).toEqual(upTo(4));
  });

  test('loses nothing when Redis is emptied', async () => {
    const { first, prefix } = await commonGateways();
    const user = await aUser(first.source);
    const page = await begun(pageOf(user, first));
    await notify(first, user);
    await until('an event', () => page.numbers.length === 1);
    const redis = new Redis(REDIS_URL);
    closers.push(() => redis.disconnect());
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.del(...keys);
    await notify(first, user);
    await until('the next one', () => page.numbers.length === 2);
    page.client.wake();
    page.client.setOnline(true);
    await notify(first, user);
    await until('and one after a reconnect', () => page.numbers.length === 3);
    expect([page.starts, page.numbers]).toEqual([[0], upTo(3)]);
  });

  test('that was away for too long is told to read its state anew', async () => {
    const { first } = await commonGateways();
    const user = await aUser(first.source);
    const proxy = await proxyTo(first.port);
    const page = await begun(new Page(user, () => at(proxy.port)));
    await notify(first, user, 'test', 2);
    await until('two events', () => page.numbers.length === 2);
    proxy.cut('broken');
    await notify(first, user, 'test', 10);
    await first.source.query('delete from outbox where user_id = $1 and sequence <= 7', [user]);
    proxy.mend();
    await until('a new start', () => page.starts.length === 2);
    await notify(first, user);
    await until('the next one', () => page.numbers.at(-1) === 13);
    expect([page.starts, page.numbers]).toEqual([
      [0, 12],
      [1, 2, 13],
    ]);
  });

  test('that takes nothing is cut, and heals', async () => {
    const { first } = await commonGateways();
    const proxy = await proxyTo(first.port);
    const [slow, quick] = [await aUser(first.source), await aUser(first.source)];
    const slowPage = await begun(new Page(slow, () => at(proxy.port)));
    const quickPage = await begun(pageOf(quick, first));
    const cutBefore = await cutReaders(first);
    proxy.cut('stalled');
    const long = 'x'.repeat(20_000);
    for (let round = 0; round < 40; round += 1) {
      await notify(first, slow, long, 5);
      await notify(first, quick);
    }
    await until('the other one is served', () => quickPage.numbers.length === 40);
    let now = 0;
    await until('it is cut', () => {
      void cutReaders(first).then((cut) => (now = cut));
      return now > cutBefore;
    });
    proxy.mend();
    await until('it has everything', () => slowPage.numbers.length === 200);
    expect([slowPage.starts, slowPage.numbers]).toEqual([[0], upTo(200)]);
  });
});

describe('nobody else', () => {
  test('sees anything, whatever stands in the key', async () => {
    const { first } = await commonGateways();
    const [user, foreign] = [await aUser(first.source), await aUser(first.source)];
    const page = await begun(pageOf(user, first));
    const guest = await connectBare(first.app.url);
    const stranger = await connectBare(first.app.url, {}, { protocol: REALTIME_PROTOCOL, token: foreign });
    for (const { socket } of [guest, stranger]) closers.push(() => socket.disconnect());
    const name = fc.constantFrom('userId', 'user_id', 'user', 'id', 'owner', '__proto__', 'ch', 'ep', 's', 'room');
    const value = fc.oneof(
      fc.constantFrom(user, Number(user), [user], { userId: user }, `account.events:${user}`),
      fc.jsonValue(),
    );
    const key = fc.oneof(fc.dictionary(name, value), fc.constant({}));
    const place = fc.oneof(fc.constant({}), fc.record({ ep: fc.string({ maxLength: 40 }), s: fc.nat(1e6) }));
    const pause = () => new Promise((done) => setTimeout(done, 60));
    await fc.assert(
      fc.asyncProperty(key, place, async (asked, from) => {
        const request = { ch: 'account.events', key: asked, ...from };
        const [refused, own] = await Promise.all([guest.subscribe(request), stranger.subscribe(request)]);
        expect(refused).toEqual({ ok: false, code: 'realtime.not-allowed' });
        expect(own).toMatchObject({ ok: true, ch: `account.events:${foreign}` });
        guest.socket.emit('ack', { ch: `account.events:${user}`, s: 1 });
        await pause();
      }),
      { numRuns: 60 },
    );
    for (const { socket } of [guest, stranger]) socket.emit('login', user);
    await notify(first, user, 'secret', 3);
    await notify(first, foreign, 'own');
    await until('both have theirs', () => page.numbers.length === 3 && JSON.stringify(stranger.frames).includes('own'));
    expect(guest.frames).toEqual([]);
    expect(JSON.stringify(stranger.frames)).not.toContain('secret');
    expect(stranger.frames.every(({ ch }) => ch === `account.events:${foreign}`)).toBe(true);
  });

  test('not even who was signed in: the socket of an ended session is closed, and nothing more is sent', async () => {
    const { first, second, sessions } = await commonGateways();
    const users = [await aUser(first.source), await aUser(first.source), await aUser(first.source)];
    const [notified, looked, other] = users as [string, string, string];
    const open = async (gateway: Gateway, token: string) => {
      const client = await connectBare(gateway.app.url, {}, { protocol: REALTIME_PROTOCOL, token });
      closers.push(() => client.socket.disconnect());
      const byes: ByeMessage[] = [];
      client.socket.on('bye', (bye: ByeMessage) => byes.push(bye));
      await client.subscribe({ ch: 'account.events', key: {} });
      return { ...client, byes };
    };
    const clients = [await open(second, notified), await open(second, looked), await open(second, other)];
    // One is told in the stream, the other one by whoever has ended the session.
    sessions.gone.add(notified).add(looked);
    await first.transactions.run((tx) =>
      first.outbox.append(tx, notified, 'session.revoked', {
        entity: `session:${notified}`,
        entityVersion: 1,
        sessionId: notified,
        reason: 'revoked',
      }),
    );
    second.sockets.look([looked]);
    await until('both are closed', () => clients.slice(0, 2).every(({ socket }) => !socket.connected));
    for (const user of users) await notify(first, user, 'after the end');
    await until('the third is served', () => JSON.stringify(clients[2]?.frames).includes('after the end'));
    for (const { frames, byes } of clients.slice(0, 2)) {
      expect(JSON.stringify(frames)).not.toContain('after the end');
      expect(byes).toMatchObject([{ reason: 'session-revoked' }]);
    }
    expect(clients[2]?.socket.connected).toBe(true);
  });
});

// Last: it takes one of the two gateways away.
test('a page of which a gateway is shut down goes on at the other', async () => {
  const { first, second } = await commonGateways();
  const user = await aUser(first.source);
  const page = await begun(pageOf(user, first, second));
  await notify(second, user, 'test', 3);
  await until('three events', () => page.numbers.length === 3);
  await first.app.close();
  await notify(second, user, 'test', 300);
  await until('the rest', () => page.numbers.length === 303);
  expect([page.starts, page.numbers]).toEqual([[0], upTo(303)]);
});
