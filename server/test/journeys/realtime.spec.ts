import { ChannelClient } from '../../../client/platform/channel-client.js';
import type { Timers } from '../../../client/platform/channel-connection.js';
import { openChannelSocket } from '../../../client/platform/channel-socket.js';
import type { ChannelView } from '../../../client/platform/channel-subscription.js';
import type { ByeMessage, HelloMessage } from '../../contract/channels.js';
import { HEARTBEAT_MS } from '../../contract/channels.js';
import type { FakeMarket } from '../fakes/fake-market.js';
import { connectBare, startGateway, until } from '../gateway.js';
import { CUTS, startTcpProxy } from '../tcp-proxy.js';
import { aMarket, bare, closers, gateway, SYMBOLS, TICKER, foldStrictly } from './realtime.gateway.js';

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

/**
 * Time a hundred times as fast, so that cuts of 0.1 to 20 s and the waits after them take 1 to 200 ms.
 * `CUT_HASTE=1` runs them at full length, which takes an hour.
 */
const HASTE = Number(process.env.CUT_HASTE ?? 100);
/** So many lines are cut at the same time: a test that mostly waits. */
const LINES = 4;
/** Slower than a beat: between two ticks a page can be seen to be where the server is. */
const TICK_MS = 15;
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

/** A client behind a line of its own, which is cut again and again; every time it must come to the server's state. */
async function cutOften(market: FakeMarket, port: number, line: number): Promise<void> {
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
  const isEqual = () =>
    JSON.stringify([rows?.state, trades?.state]) === JSON.stringify([market.view(SYMBOLS), market.trades()]);
  await until('the first state', isEqual, 10_000);
  for (let cut = line; cut < 200; cut += LINES) {
    // Each line sees every way of being cut.
    proxy.cut(CUTS[Math.floor(cut / LINES) % CUTS.length] ?? 'broken');
    await new Promise((done) => setTimeout(done, (100 + Math.random() * 19_900) / HASTE));
    if (cut % 20 === 19) market.newEpoch(`epoch-${cut}`);
    proxy.mend();
    await until(`the server state after cut ${cut}`, isEqual, 10_000 + 60_000 / HASTE);
  }
}

test(
  'after each of 200 random cuts the state is the server state, without help',
  async () => {
    const { market, port } = await gateway({ heartbeatMs: 5000 / HASTE, beatMs: 10 });
    const pulse = setInterval(() => {
      market.tick(Math.random() < 0.5 ? 'BTC/USDT' : 'ETH/USDT', Math.random().toFixed(8));
      for (let count = Math.random() * 4; count > 1; count -= 1) market.trade(Math.random().toFixed(8));
    }, TICK_MS);
    closers.push(() => clearInterval(pulse));
    await Promise.all(Array.from({ length: LINES }, (_, line) => cutOften(market, port, line)));
  },
  120_000 + 6_000_000 / HASTE / LINES,
);

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
    expect(started.clients.size).toBe(0);
  });

  test('takes no page the prices away: it is on the next gateway before this one ends', async () => {
    const market = aMarket();
    const [leaving, staying] = [
      await startGateway(market, { drainMs: 5000 }),
      await startGateway(market, { drainMs: 50 }),
    ];
    closers.push(() => staying.close());
    const urls = [leaving.url];
    const client = new ChannelClient({ open: () => openChannelSocket(urls.shift() ?? staying.url) });
    closers.push(() => client.close());
    const views: ChannelView<'markets.ticker'>[] = [];
    const states: string[] = [];
    client.subscribe('markets.ticker', { symbols: SYMBOLS }, (view) => views.push(view));
    await until('it has prices', () => views.at(-1)?.status === 'live');
    client.onConnectionStatus(({ state }) => states.push(state));
    views.length = 0;
    await leaving.close();
    expect(leaving.clients.size).toBe(0);
    expect(staying.clients.size).toBe(1);
    market.tick('BTC/USDT', '77.5');
    await until('it has the price of the next gateway', () => JSON.stringify(views.at(-1)?.state).includes('77.5'));
    expect(new Set(views.map(({ status }) => status))).toEqual(new Set(['live']));
    expect(states).toEqual([]);
  });

  test('closes those who stay', async () => {
    const started = await startGateway(aMarket(), { drainMs: 50 });
    const { socket } = await connectBare(started.url);
    const gone = new Promise((done) => socket.once('disconnect', done));
    await started.close();
    await gone;
  });
});
