import { createRequire } from 'node:module';
import { connect } from 'node:net';
import path from 'node:path';
import type { Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import { ChannelClient } from '../../../client/platform/channel-client.js';
import type { Timers } from '../../../client/platform/channel-connection.js';
import { openChannelSocket } from '../../../client/platform/channel-socket.js';
import type { ChannelView } from '../../../client/platform/channel-subscription.js';
import type { ByeMessage, Frame, HelloMessage } from '../../contract/channels.js';
import { HEARTBEAT_MS, MESSAGE_BYTES_MAX } from '../../contract/channels.js';
import type { RealtimeSettings } from '../../platform/realtime/realtime-settings.js';
import { FakeMarket } from '../fakes/fake-market.js';
import { connectBare, startGateway, type TestGateway, until } from '../gateway.js';
import { CUTS, startTcpProxy } from '../tcp-proxy.js';

const SYMBOLS = ['BTC/USDT', 'ETH/USDT'];
const TICKER = { ch: 'markets.ticker', key: { symbols: SYMBOLS } };

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function gateway(changes: Partial<RealtimeSettings> = {}, market = aMarket()) {
  const started = await startGateway(market, changes);
  closers.push(() => started.close());
  return { market, ...started };
}

function aMarket(): FakeMarket {
  const market = new FakeMarket();
  for (const symbol of SYMBOLS) market.tick(symbol, '1');
  return market;
}

async function bare(
  url: string,
  ...rest: [options?: Parameters<typeof connectBare>[1], auth?: Record<string, unknown>]
) {
  const client = await connectBare(url, ...rest);
  closers.push(() => void client.socket.disconnect());
  return client;
}

/** The whole gateway still does its work. */
async function expectAlive({ url, market, failures }: { url: string; market: FakeMarket; failures: unknown[] }) {
  const client = await bare(url);
  expect(await client.subscribe(TICKER)).toMatchObject({ ok: true });
  market.tick('BTC/USDT', 'alive');
  await until('an update arrives', () => JSON.stringify(client.frames).includes('alive'));
  expect(failures).toEqual([]);
}

/** A raw WebSocket that speaks Engine.IO by hand. */
async function rawSocket(url: string, headers: Record<string, string> = {}, query = 'EIO=4'): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?${query}&transport=websocket`, { headers });
  closers.push(() => socket.terminate());
  socket.on('error', () => undefined);
  await new Promise<void>((done, fail) => {
    socket.once('open', done);
    socket.once('error', fail);
  });
  return socket;
}

/** A raw socket that the gateway has greeted, so that what it says next is heard. */
async function greetedSocket(url: string): Promise<WebSocket> {
  const socket = await rawSocket(url);
  const greeted = new Promise<void>((done) => {
    socket.on('message', (message: Buffer) => {
      if (message.toString().startsWith('42["hello"')) done();
    });
  });
  socket.send('40{"protocol":"channels/1"}');
  await greeted;
  return socket;
}

const isClosed = (socket: WebSocket) => socket.readyState === WebSocket.CLOSED;

describe('a connection', () => {
  test.each([[['websocket']], [['polling']], [['polling', 'websocket']]])(
    'over %j gets greeting, snapshot and changes',
    async (transports) => {
      const { url, market } = await gateway();
      const client = await bare(url, { transports });
      const reply = await client.subscribe(TICKER);
      market.tick('BTC/USDT', '2');
      await until('snapshot and change', () => client.frames.length >= 2);
      expect(reply).toMatchObject({ ok: true, recovered: false, reason: 'first' });
      expect(client.frames[0]).toMatchObject({ k: 'snap', ps: null, d: market.view(SYMBOLS).map(withFirstPrice) });
      expect(client.frames[1]).toMatchObject({ k: 'delta', ps: client.frames[0]?.s, d: [{ last: '2' }] });
    },
  );

  test('is greeted with the time and the limits', async () => {
    const { url } = await gateway();
    const greeting = new Promise<HelloMessage>((done) => {
      const client = new ChannelClient({
        open: () => {
          const socket = openChannelSocket(url);
          socket.on('hello', done);
          return socket;
        },
      });
      client.subscribe('markets.ticker', { symbols: SYMBOLS }, () => undefined);
      closers.push(() => client.close());
    });
    expect(await greeting).toMatchObject({
      beatMs: 20,
      heartbeatMs: HEARTBEAT_MS,
      limits: { subscriptionsPerSocket: 30, messagesPerSecond: 20, messageBytes: 16_384 },
    });
  });

  test('without direct writing carries the same frames', async () => {
    const market = aMarket();
    const [direct, plain] = [await gateway({}, market), await gateway({ directWrite: false }, market)];
    const clients = [await bare(direct.url), await bare(plain.url)];
    for (const client of clients) await client.subscribe(TICKER);
    market.tick('ETH/USDT', 'über 1 €');
    await until('both have it', () => clients.every(({ frames }) => frames.length === 2));
    const [first, second] = clients.map(({ frames }) => frames.map((frame) => ({ ...frame, ts: 0 })));
    expect(first).toEqual(second);
  });
});

function withFirstPrice(row: { symbol: string }): unknown {
  return { ...row, last: '1' };
}

test('two gateways show the same stream', async () => {
  const market = aMarket();
  const gateways = [await gateway({}, market), await gateway({}, market)];
  const clients = await Promise.all(gateways.map(({ url }) => bare(url)));
  for (const client of clients) await client.subscribe(TICKER);
  for (let price = 2; price < 40; price += 1) {
    market.tick('BTC/USDT', String(price));
    if (price % 5 === 0) await new Promise((done) => setTimeout(done, 15));
  }
  await until('both are at the end', () => clients.every(({ frames }) => frames.at(-1)?.s === market.s));
  const folded = clients.map(({ frames }) => foldStrictly(frames));
  expect(folded[0]).toEqual({ 'BTC/USDT': '39', 'ETH/USDT': '1' });
  expect(folded[1]).toEqual(folded[0]);
  // A stream may be left on one gateway and taken up on the other: place and epoch are the feed's, not the gateway's.
  const [first, second] = clients;
  first?.socket.disconnect();
  market.tick('ETH/USDT', '8');
  const moved = await bare(gateways[1]?.url ?? '');
  const place = first?.frames.at(-1);
  const reply = await moved.subscribe({ ...TICKER, ep: place?.ep, s: place?.s });
  expect(reply).toMatchObject({ ok: true, recovered: true });
  await until('the change since', () => moved.frames.length > 0 && second?.frames.at(-1)?.s === market.s);
  expect(moved.frames[0]).toMatchObject({ k: 'delta', ps: place?.s, d: [{ symbol: 'ETH/USDT', last: '8' }] });
});

/** Rows after all frames; a frame that does not fit the one before is an error. */
function foldStrictly(frames: Frame[]): Record<string, string> {
  const rows: Record<string, string> = {};
  let s: number | null = null;
  for (const frame of frames) {
    if (frame.k !== 'snap' && frame.ps !== s) throw new Error(`A gap: ${frame.ps} after ${s}`);
    s = frame.s;
    for (const { symbol, last } of (frame.d ?? []) as { symbol: string; last: string }[]) rows[symbol] = last;
  }
  return rows;
}

/**
 * Time a hundred times as fast, so that cuts of 0.1 to 20 s and the waits after them take 1 to 200 ms.
 * `CUT_HASTE=1` runs them at full length, which takes an hour.
 */
const HASTE = Number(process.env.CUT_HASTE ?? 100);
const hastyTimers: Timers = {
  now: () => performance.now() * HASTE,
  random: () => Math.random(),
  after: (milliseconds, work) => {
    // An attempt to connect and an answer take the time they take; they are not part of what is sped up.
    const real =
      milliseconds === 5000 || milliseconds === 3000 ? Math.max(500, milliseconds / HASTE) : milliseconds / HASTE;
    const timer = setTimeout(work, real);
    return () => clearTimeout(timer);
  },
};

test(
  'after each of 200 random cuts the state is the server state, without help',
  async () => {
    const { market, port } = await gateway({ heartbeatMs: 5000 / HASTE, beatMs: 10 });
    const proxy = await startTcpProxy(port);
    closers.push(() => proxy.close());
    const client = new ChannelClient({
      timers: hastyTimers,
      open: () => openChannelSocket(`http://127.0.0.1:${proxy.port}`),
    });
    closers.push(() => client.close());
    let rows: ChannelView<'markets.ticker'> | null = null;
    let trades: ChannelView<'markets.trades'> | null = null;
    client.subscribe('markets.ticker', { symbols: SYMBOLS }, (view) => (rows = view));
    client.subscribe('markets.trades', { symbol: 'BTC/USDT' }, (view) => (trades = view));
    const pulse = setInterval(() => {
      market.tick(Math.random() < 0.5 ? 'BTC/USDT' : 'ETH/USDT', Math.random().toFixed(8));
      for (let count = Math.random() * 4; count > 1; count -= 1) market.trade(Math.random().toFixed(8));
    }, 3);
    closers.push(() => clearInterval(pulse));
    const isEqual = () =>
      JSON.stringify([rows?.state, trades?.state]) === JSON.stringify([market.view(SYMBOLS), market.trades()]);
    await until('the first state', isEqual);
    for (let cut = 0; cut < 200; cut += 1) {
      proxy.cut(CUTS[cut % CUTS.length] ?? 'broken');
      await new Promise((done) => setTimeout(done, (100 + Math.random() * 19_900) / HASTE));
      if (cut % 20 === 19) market.newEpoch(`epoch-${cut}`);
      proxy.mend();
      await until(`the server state after cut ${cut}`, isEqual, 10_000 + 60_000 / HASTE);
    }
  },
  120_000 + 6_000_000 / HASTE,
);

describe('limits', () => {
  test('a page of another site is refused, our own and the permitted ones are let in', async () => {
    const { url, port } = await gateway({ allowedOrigins: ['https://partner.example'] });
    await rawSocket(url);
    await rawSocket(url, { origin: `http://127.0.0.1:${port}` });
    await rawSocket(url, { origin: 'https://partner.example' });
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${port}.evil.example`, 'http://[']) {
      await expect(rawSocket(url, { origin })).rejects.toThrow('400');
    }
    const polled = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(polled.status).toBe(403);
  });

  test('sockets of one address', async () => {
    const { url } = await gateway({ socketsPerAddress: 3 });
    const open = [await rawSocket(url), await rawSocket(url), await rawSocket(url)];
    await expect(rawSocket(url)).rejects.toThrow('400');
    open[0]?.terminate();
    await until('a place is free', () => isClosed(open[0] as WebSocket));
    await new Promise((done) => setTimeout(done, 30));
    await rawSocket(url);
  });

  test('handshakes a second: the ones too many are told when to come back', async () => {
    const { url } = await gateway({ handshakesPerSecond: 5 });
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => bare(url)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused.length).toBeLessThanOrEqual(5);
    for (const error of refused) {
      const { retryInMs } = (error as Error & { data: { retryInMs: number } }).data;
      expect(retryInMs).toBeGreaterThanOrEqual(1000);
    }
  });

  test('a connection that never says who it is', async () => {
    const { url } = await gateway({ handshakeTimeoutMs: 100 });
    const socket = await rawSocket(url);
    await until('it is closed', () => isClosed(socket));
  });

  test('subscriptions of a socket, unknown channels and bad keys', async () => {
    const { url } = await gateway();
    const client = await bare(url);
    const ask = (ch: unknown, key: unknown) => client.subscribe({ ch, key });
    expect(await ask('markets.nothing', {})).toEqual({ ok: false, code: 'realtime.unknown-channel' });
    expect(await ask('__proto__', {})).toEqual({ ok: false, code: 'realtime.unknown-channel' });
    expect(await ask('markets.ticker', { symbols: ['no symbol'] })).toEqual({ ok: false, code: 'realtime.bad-key' });
    expect(await ask('markets.ticker', [])).toEqual({ ok: false, code: 'realtime.bad-key' });
    for (const symbol of ['A', 'B', 'C', 'D']) {
      expect(await ask('markets.ticker', { symbols: [`${symbol}/USDT`] })).toMatchObject({ ok: true });
    }
    const fifth = await ask('markets.ticker', { symbols: ['E/USDT'] });
    expect(fifth).toEqual({ ok: false, code: 'realtime.too-many-subscriptions' });
  });

  test('messages a second: refused at first, cut when it is a flood', async () => {
    const { url, metrics, ...rest } = await gateway();
    const client = await bare(url);
    const bye = new Promise<ByeMessage>((done) => client.socket.once('bye', done));
    const replies = await Promise.all(Array.from({ length: 60 }, () => client.subscribe(TICKER)));
    const refused = replies.filter((reply) => !reply.ok && reply.code === 'realtime.too-many-messages');
    expect(refused.length).toBeGreaterThanOrEqual(15);
    expect(refused.length).toBeLessThanOrEqual(20);
    for (let message = 0; message < 200; message += 1) client.socket.emit('sub', TICKER);
    expect(await bye).toMatchObject({ reason: 'too-many-messages' });
    await until('it is cut', () => !client.socket.connected);
    expect(await metrics.text()).toContain('sockets_cut_total{reason="too-many-messages"} 1');
    await expectAlive({ url, ...rest });
  });

  test('size of a message', async () => {
    const { url, ...rest } = await gateway();
    const socket = await greetedSocket(url);
    socket.send(`42["sub",{"ch":"${'x'.repeat(MESSAGE_BYTES_MAX)}"}]`);
    await until('it is closed', () => isClosed(socket));
    await expectAlive({ url, ...rest });
  });

  test('a slow reader is left out, cut, and hurts nobody', async () => {
    const { url, market, metrics, ...rest } = await gateway({ slowReaderMs: 300 });
    const long = 'x'.repeat(300_000);
    const slow = await greetedSocket(url);
    slow.send(`420["sub",${JSON.stringify(TICKER)}]`);
    const quick = await bare(url);
    await quick.subscribe(TICKER);
    await until('both are served', () => quick.frames.length > 0);
    await new Promise((done) => setTimeout(done, 50));
    // Nothing is read from here on; what the kernel buffers of a connection has to fill up first.
    slow.pause();
    const pulse = setInterval(() => market.tick('BTC/USDT', `${market.s}${long}`), 2);
    closers.push(() => clearInterval(pulse));
    const cut = async () => (await metrics.text()).includes('sockets_cut_total{reason="slow-consumer"} 1');
    let isCut = false;
    await until(
      'it is cut',
      () => {
        void cut().then((found) => (isCut = found));
        return isCut;
      },
      20_000,
    );
    clearInterval(pulse);
    market.tick('BTC/USDT', 'last');
    await until('the other has the last value', () => foldStrictly(quick.frames)['BTC/USDT'] === 'last');
    expect(await metrics.text()).toMatch(/frames_skipped_total\{channel="markets.ticker"\} [1-9]/);
    await expectAlive({ url, market, ...rest });
  }, 30_000);
});

describe('nothing a client sends can end the process', () => {
  const deep = `${'['.repeat(8000)}${']'.repeat(8000)}`;
  test.each<[string, string | Buffer]>([
    ['binary', Buffer.from([1, 2, 3])],
    ['a binary event', '451-["sub",{"_placeholder":true,"num":0}]'],
    ['a binary event with too many parts', '4599-["sub"]'],
    ['text in the place of a binary part', '451-["sub",{"_placeholder":true,"num":0}]'],
    ['deep JSON', `42["sub",${deep}]`],
    ['deep JSON as a key', `42["sub",{"ch":"markets.ticker","key":{"symbols":${deep}}}]`],
    ['half a JSON', '42["sub",{"ch"'],
    ['a prototype for a key', '42["sub",{"ch":"markets.ticker","key":{"__proto__":{"symbols":["BTC/USDT"]}}}]'],
    ['a prototype for a message', '42["sub",{"__proto__":{"ch":"markets.ticker"}}]'],
    ['wrong types', '42["sub",null,7,"x",[],{"a":1}]'],
    ['a place that is none', '42["sub",{"ch":"markets.ticker","key":{"symbols":["BTC/USDT"]},"ep":{},"s":1e400}]'],
    ['an event without a name', '42[]'],
    ['an event with a number for a name', '42[1,2]'],
    ['a reserved event', '42["disconnect"]'],
    ['an error event', '42["error",{"message":"x"}]'],
    ['an unsubscription of nothing', '42["unsub",{"ch":{"a":1}}]'],
    ['an answer to nothing', '43999["x"]'],
    ['another namespace', '40/admin,{"protocol":"channels/1"}'],
    ['a namespace that is no address', '40//,'],
    ['an unknown packet', '49'],
    ['an unknown Engine.IO packet', 'xyz'],
    ['a server packet', '0{"sid":"x"}'],
    ['an empty message', ''],
    ['a farewell in the middle', '41'],
  ])('%s', async (_name, message) => {
    const running = await gateway();
    const socket = await greetedSocket(running.url);
    socket.send(message);
    socket.send(message);
    await new Promise((done) => setTimeout(done, 30));
    await expectAlive(running);
  });

  test.each([
    ['no revision', 'GET /socket.io/?transport=websocket HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'revision 3 with junk for a namespace',
      'GET /socket.io/?EIO=3&transport=polling&sid=__proto__ HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    ['a prototype for a transport', 'GET /socket.io/?EIO=4&transport=__proto__ HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'a prototype for a session',
      'POST /socket.io/?EIO=4&transport=polling&sid=constructor HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n4',
    ],
    [
      'an upgrade without a key',
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
    [
      'an upgrade to something else',
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    ],
    [
      'an upgrade of another path',
      'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('a handshake with %s', async (_name, request) => {
    const running = await gateway();
    const socket = connect(running.port, '127.0.0.1');
    closers.push(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write(request);
    await new Promise((done) => setTimeout(done, 30));
    await expectAlive(running);
  });

  test('binary by polling', async () => {
    const running = await gateway();
    const opened = await (await fetch(`${running.url}/socket.io/?EIO=4&transport=polling`)).text();
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    const address = `${running.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`;
    const waiting = fetch(address).then((reply) => reply.text());
    const sent = await fetch(address, {
      method: 'POST',
      body: new Uint8Array([0, 1, 255, 4, 50]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(sent.status).toBe(400);
    await Promise.all([sent.text(), waiting]);
    await expectAlive(running);
  });

  test('a flood of answers to nothing is cut', async () => {
    const running = await gateway();
    const socket = await greetedSocket(running.url);
    for (let count = 0; count < 2000; count += 1) socket.send(`43${count}["x"]`);
    await until('it is closed', () => isClosed(socket));
    await expectAlive(running);
  });
});

describe('a shutdown', () => {
  test('says good-bye with a time to come back, lets nobody in, and is quick when all have left', async () => {
    const started = await startGateway(aMarket(), { drainMs: 5000 });
    const clients = await Promise.all([1, 2, 3].map(() => connectBare(started.url)));
    const byes = clients.map(
      ({ socket }) =>
        new Promise<ByeMessage>((done) => {
          socket.once('bye', (bye: ByeMessage) => {
            done(bye);
            socket.disconnect();
          });
        }),
    );
    const closed = started.close();
    await expect(connectBare(started.url)).rejects.toThrow();
    for (const bye of await Promise.all(byes)) {
      expect(bye.reason).toBe('drain');
      expect(bye.retryInMs).toBeGreaterThanOrEqual(0);
      expect(bye.retryInMs).toBeLessThanOrEqual(20_000);
    }
    await closed;
    expect(started.sockets.size).toBe(0);
  });

  test('closes those who stay', async () => {
    const started = await startGateway(aMarket(), { drainMs: 50 });
    const { socket } = await connectBare(started.url);
    const gone = new Promise((done) => socket.once('disconnect', done));
    await started.close();
    await gone;
  });
});

describe('old clients', () => {
  const load = createRequire(path.resolve('package.json'));
  const openOld = load('socket.io-client-v2') as (url: string, options: unknown) => Socket;

  function old(url: string, transports: string[]): { socket: Socket; heard: Map<string, unknown> } {
    const socket = openOld(url, { transports, forceNew: true, reconnection: false });
    const heard = new Map<string, unknown>();
    for (const name of ['daymarket', 'kline', 'f', 'hello']) {
      socket.on(name, (payload: unknown) => heard.set(name, payload));
    }
    closers.push(() => void socket.disconnect());
    return { socket, heard };
  }

  function source(running: TestGateway) {
    const calls: string[] = [];
    running.legacy.serveLegacy({
      begin: () => calls.push('begin'),
      collect: () => {
        calls.push('collect');
        return [{ name: 'daymarket', payload: { type: 'daymarket', symbol: 'BTC/USDT', now_price: '2' } }];
      },
    });
    return calls;
  }

  test.each([[['polling', 'websocket']], [['polling']], [['websocket']]])(
    'of the library 2.x over %j get every event, unasked',
    async (transports) => {
      const running = await gateway();
      source(running);
      const { socket, heard } = old(running.url, transports);
      await until('it is heard', () => heard.has('daymarket'));
      expect(heard.get('daymarket')).toEqual({ type: 'daymarket', symbol: 'BTC/USDT', now_price: '2' });
      let answered = false;
      for (const user of [7, 7, null, 'token', { id: 1 }]) socket.emit('login', user, () => (answered = true));
      heard.clear();
      await until('it goes on', () => heard.has('daymarket'));
      expect(answered).toBe(false);
      expect([...heard.keys()]).toEqual(['daymarket']);
    },
  );

  test('newer libraries without the protocol mark are old clients too', async () => {
    const running = await gateway();
    source(running);
    const client = await bare(running.url, {}, {});
    const heard = new Promise((done) => client.socket.once('daymarket', done));
    expect(await heard).toMatchObject({ now_price: '2' });
    await expect(client.subscribe(TICKER)).rejects.toThrow();
  });

  test('cost nothing while none is connected', async () => {
    const running = await gateway();
    const calls = source(running);
    await bare(running.url);
    await new Promise((done) => setTimeout(done, 150));
    expect(calls).toEqual([]);
    const { socket, heard } = old(running.url, ['websocket']);
    await until('it is served', () => heard.has('daymarket'));
    expect(calls.slice(0, 2)).toEqual(['begin', 'collect']);
    socket.disconnect();
    await until('it has left', () => running.legacy.size === 0);
    const count = calls.length;
    await new Promise((done) => setTimeout(done, 150));
    expect(calls).toHaveLength(count);
  });

  test('can be switched off', async () => {
    const running = await gateway({ legacy: false });
    const { socket } = old(running.url, ['websocket']);
    await new Promise((done) => socket.once('connect_error', done));
    await expect(bare(running.url, {}, {})).rejects.toThrow('protocol not served');
    await expectAlive(running);
  });

  test('polling can be switched off', async () => {
    const running = await gateway({ polling: false });
    await expect(bare(running.url, { transports: ['polling'] })).rejects.toThrow();
    await expectAlive(running);
  });
});
