import type { WebSocket } from 'ws';
import { connect } from 'node:net';
import type { ByeMessage } from '../../contract/channels.js';
import { MESSAGE_BYTES_MAX } from '../../contract/channels.js';
import { until } from '../gateway.js';
import {
  bare,
  closers,
  expectAlive,
  gateway,
  greetedSocket,
  isClosed,
  rawSocket,
  TICKER,
  foldStrictly,
} from './realtime.gateway.js';

/** Opens a socket as soon as its address may. */
async function letIn(url: string): Promise<WebSocket> {
  for (;;) {
    const socket = await rawSocket(url).catch(() => null);
    if (socket !== null) return socket;
    await new Promise((done) => setTimeout(done, 50));
  }
}

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
    // A place comes back at once, what an address may open with time.
    await letIn(url);
  });

  test('who asks to be let in a second time on one connection is sent away, whole', async () => {
    const { url, clients, metrics } = await gateway();
    const ask = '40{"protocol":"channels/1"}';
    const twice = await rawSocket(url);
    for (const packet of [ask, ask]) twice.send(packet);
    await until('it is closed', () => isClosed(twice) && clients.size === 0);
    const again = await greetedSocket(url);
    // Nobody looks after a connection that its client has left: what it had answered and does not read would pile up.
    again.send('41');
    await until('it is closed, too', () => isClosed(again));
    expect(clients.size).toBe(0);
    expect(await metrics.text()).toContain('handshakes_refused_total{reason="connected already"} 1');
    expect(await metrics.text()).toContain('sockets{protocol="channels"} 0');
  });

  test('pings below the protocol of packets are messages like any other', async () => {
    const running = await gateway();
    const [guest, greeted] = [await rawSocket(running.url), await greetedSocket(running.url)];
    for (const socket of [guest, greeted]) for (let turn = 0; turn < 300; turn += 1) socket.ping('x'.repeat(125));
    await until('both are closed', () => isClosed(guest) && isClosed(greeted));
    await expectAlive(running);
  });

  test('who asks a thousand times on one connection takes one handshake of those of everybody', async () => {
    const { url } = await gateway({ handshakesPerSecond: 3 });
    const greedy = await rawSocket(url);
    for (let turn = 0; turn < 30; turn += 1) greedy.send('40{"protocol":"channels/1"}');
    await until('it is closed', () => isClosed(greedy));
    await bare(url);
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

  test('a client that subscribes to nothing, ever or any more, is told and cut; the others stay', async () => {
    const running = await gateway({ idleMs: 300 });
    const { url } = running;
    const reader = await bare(url);
    expect(await reader.subscribe(TICKER)).toMatchObject({ ok: true });
    const [silent, former] = [await bare(url), await bare(url)];
    const byes: ByeMessage[] = [];
    for (const { socket } of [silent, former]) socket.on('bye', (bye: ByeMessage) => byes.push(bye));
    const reply = await former.subscribe(TICKER);
    await until('the one that never asked is cut', () => !silent.socket.connected);
    expect([reader.socket.connected, former.socket.connected]).toEqual([true, true]);
    await former.socket.timeout(2000).emitWithAck('unsub', { ch: reply.ok ? reply.ch : '' });
    await until('the one that asks for nothing any more is cut', () => !former.socket.connected);
    expect(byes.map(({ reason }) => reason)).toEqual(['idle', 'idle']);
    expect(reader.socket.connected).toBe(true);
    await expectAlive(running);
  });

  test('an old client, which subscribes to nothing, is not idle', async () => {
    const { url, legacy } = await gateway({ idleMs: 100 });
    const old = await bare(url, {}, {});
    const modern = await bare(url);
    await until('the other is cut', () => !modern.socket.connected);
    expect([old.socket.connected, legacy.size]).toEqual([true, 1]);
  });

  test.each(['EIO=4', 'EIO=3'])('a connection that answers no ping or sends none: %s', async (query) => {
    const { url } = await gateway({ pingEveryMs: 100, pongWithinMs: 100 });
    const dead = await rawSocket(url, {}, query);
    if (query === 'EIO=4') dead.send('40{"protocol":"channels/1"}');
    const client = await bare(url);
    await until('it is closed', () => isClosed(dead));
    expect(client.socket.connected).toBe(true);
  });

  test('subscriptions of a socket, unknown channels and bad keys', async () => {
    const { url } = await gateway();
    const client = await bare(url);
    const ask = (ch: unknown, key: unknown) => client.subscribe({ ch, key });
    expect(await ask('markets.nothing', {})).toEqual({ ok: false, code: 'realtime.unknown-channel' });
    expect(await ask('__proto__', {})).toEqual({ ok: false, code: 'realtime.unknown-channel' });
    expect(await ask('markets.ticker', { symbols: ['no symbol'] })).toEqual({ ok: false, code: 'realtime.bad-key' });
    expect(await ask('markets.ticker', [])).toEqual({ ok: false, code: 'realtime.bad-key' });
    for (const symbol of 'ABCDEFGHIJKLMNOP') {
      expect(await ask('markets.ticker', { symbols: [`${symbol}/USDT`] })).toMatchObject({ ok: true });
    }
    const further = await ask('markets.ticker', { symbols: ['Q/USDT'] });
    expect(further).toEqual({ ok: false, code: 'realtime.too-many-subscriptions' });
  });

  test('arguments: the first one counts, whatever follows, and whether or not an answer is wanted', async () => {
    const { url, market } = await gateway();
    const client = await bare(url);
    expect(await client.socket.timeout(2000).emitWithAck('sub', TICKER, 'more', 1)).toMatchObject({ ok: true });
    expect(await client.socket.timeout(2000).emitWithAck('sub', [TICKER])).toEqual({
      ok: false,
      code: 'realtime.bad-key',
    });
    expect(await client.socket.timeout(2000).emitWithAck('sub')).toEqual({ ok: false, code: 'realtime.bad-key' });
    const silent = await bare(url);
    silent.socket.emit('sub', TICKER, 'more');
    await until('it is served', () => silent.frames.length > 0);
    market.tick('BTC/USDT', 'next');
    await until('it goes on', () => JSON.stringify(silent.frames).includes('next'));
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

  test('nothing is compressed, though the client offers it', async () => {
    const { url } = await gateway();
    const socket = await rawSocket(url, { 'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits' });
    expect(socket.extensions).toBe('');
  });

  test('what is no message of the protocol is not heard, whatever it is called', async () => {
    const running = await gateway();
    const client = await bare(running.url);
    for (const name of ['wallet/change', 'order', 'login', 'user/logout'])
      await expect(client.socket.timeout(100).emitWithAck(name, { number: '1', id: '1' })).rejects.toThrow('timed out');
    expect(client.frames).toEqual([]);
    await expectAlive(running);
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
