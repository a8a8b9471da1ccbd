import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type WebSocket, WebSocketServer } from 'ws';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { RecordingSink, until } from '../../test/fakes/recording-sink.js';
import {
  binanceDepth,
  binanceTrade,
  bybitBar,
  bybitBook,
  bybitTicker,
  bybitTrade,
  OKX_CONTRACTS,
  okxBook,
  okxFrame,
  okxTrade,
  SMALL_START,
} from '../../test/small-recordings.js';
import { BinanceFeed } from './binance/binance.feed.js';
import { BybitFeed } from './bybit/bybit.feed.js';
import type { Feed } from './feed.js';
import { OkxFeed } from './okx/okx.feed.js';

const FRAMES = 50_000;
const BATCH = 500;

/** A small generator of fixed sequence (Mulberry32), so that a failure can be repeated. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const NASTY = [
  'null',
  '[]',
  '{}',
  '-1',
  '1e999',
  '"NaN"',
  '"-0"',
  'true',
  '"__proto__"',
  '[[[[[[]]]]]]',
  '9007199254740993',
];

/** Damages a good frame: cuts it, flips a character, replaces a value, repeats a part, or sends bytes. */
function corrupt(good: string, below: (limit: number) => number): string | Buffer {
  const at = below(good.length);
  const values = [...good.matchAll(/:("[^"]*"|\d+|true|false)/g)];
  const value = values[below(values.length)];
  switch (below(6)) {
    case 0:
      return good.slice(0, at);
    case 1:
      return good.slice(0, at) + String.fromCharCode(32 + below(95)) + good.slice(at + 1);
    case 2:
      return `${good.slice(0, value?.index)}:${NASTY[below(NASTY.length)]}${good.slice((value?.index ?? 0) + (value?.[0].length ?? 0))}`;
    case 3:
      return good.slice(0, at) + good.slice(below(good.length));
    case 4:
      return Buffer.from(Array.from({ length: 20 }, () => below(256)));
    default:
      return NASTY[below(NASTY.length)] ?? '';
  }
}

describe('a venue that sends nonsense', () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function venue(): Promise<{ url: string; clients: WebSocket[] }> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    if (!server.address()) await once(server, 'listening');
    const clients: WebSocket[] = [];
    server.on('connection', (client) => clients.push(client));
    open.push({
      close: () => {
        for (const client of clients) client.terminate();
        server.close();
      },
    });
    return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, clients };
  }

  async function flood(client: WebSocket, frames: string[], seed: number): Promise<void> {
    const below = generator(seed);
    for (let sent = 0; sent < FRAMES; sent += BATCH) {
      for (let index = 0; index < BATCH; index += 1) client.send(corrupt(frames[below(frames.length)] ?? '', below));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  function expectOnlyWellFormed(sink: RecordingSink): void {
    const decimal = /^\d+(\.\d+)?$/;
    for (const event of sink.events) {
      expect(Number.isSafeInteger(event.at)).toBe(true);
      if (event.kind === 'trade') expect(event.price).toMatch(decimal);
      if (event.kind === 'bar') expect(event.bar.close).toMatch(decimal);
      if (event.kind === 'book' && event.bids[0] && event.asks[0])
        expect(Number(event.bids[0][0])).toBeLessThan(Number(event.asks[0][0]));
    }
  }

  async function survive(
    feed: Feed,
    category: string,
    clients: WebSocket[],
    frames: string[],
    proof: string,
    { symbol, connections } = { symbol: 'ABCUSDT', connections: 1 },
  ) {
    open.push({ close: () => feed.stop() });
    const sink = new RecordingSink();
    await feed.start([{ venue: feed.venue, category, symbol }], sink);
    await until(() => clients.length === connections, 'the connection');
    const [client] = clients;
    if (client) await flood(client, frames, 20_260_105);
    client?.send(proof);
    await until(() => sink.of('trade').some(({ id }) => id === '987654321'), 'the good frame after them all', 40_000);
    expect(sink.noticesOf('disconnected')).toEqual([]);
    expect(sink.noticesOf('unreadable').length).toBeGreaterThan(FRAMES / 4);
    expectOnlyWellFormed(sink);
  }

  it('cannot end the Bybit adapter with 50,000 damaged frames, nor make it say what is malformed', async () => {
    const { url, clients } = await venue();
    const settings = {
      streamUrl: url,
      restUrl: 'http://127.0.0.1:1',
      clock: new FakeClock(SMALL_START),
      bookEveryMs: 0,
    };
    const good = [
      bybitTicker('snapshot', { lastPrice: '10.0', fundingRate: '0.0001' }),
      bybitTicker('delta', { bid1Price: '9.9' }),
      bybitBook('snapshot', 5, [['10.0', '1']], [['10.5', '2']]),
      bybitBook('delta', 6, [['10.1', '1']], [['10.6', '0']]),
      bybitTrade('a', '10.0'),
      bybitBar('10.0', true),
      { success: true, ret_msg: 'pong', op: 'ping' },
    ].map((message) => JSON.stringify(message));
    await survive(new BybitFeed(settings), 'linear', clients, good, JSON.stringify(bybitTrade('987654321', '10.0')));
  });

  it('cannot end the Binance adapter with 50,000 damaged frames, nor make it say what is malformed', async () => {
    const { url, clients } = await venue();
    const feed = new BinanceFeed({
      spotStreamUrl: url,
      spotRestUrl: 'http://127.0.0.1:1',
      futuresStreamUrl: url,
      futuresRestUrl: 'http://127.0.0.1:1',
      clock: new FakeClock(SMALL_START),
      bookEveryMs: 0,
    });
    const ticker = { e: '24hrTicker', E: 1, s: 'ABCUSDT', c: '1', o: '1', h: '1', l: '1', v: '1', q: '1' };
    const bar = { t: 1, i: '1m', o: '1', h: '1', l: '1', c: '1', v: '1', q: '1', n: 1, x: true };
    const good = [
      binanceDepth(1, 5, [['10.0', '1']], [['10.5', '2']]),
      binanceTrade(1, '10.0'),
      { stream: 'abcusdt@ticker', data: ticker },
      { stream: 'abcusdt@kline_1m', data: { e: 'kline', E: 1, s: 'ABCUSDT', k: bar } },
      { result: null, id: 1 },
    ].map((message) => JSON.stringify(message));
    await survive(feed, 'spot', clients, good, JSON.stringify(binanceTrade(987654321, '10.0')));
  });

  it('cannot end the OKX adapter with 50,000 damaged frames, nor make it say what is malformed', async () => {
    const { url, clients } = await venue();
    const rest = createServer((_request, response) => response.end(JSON.stringify(OKX_CONTRACTS))).listen(
      0,
      '127.0.0.1',
    );
    open.push(rest);
    await once(rest, 'listening');
    const restUrl = `http://127.0.0.1:${(rest.address() as AddressInfo).port}`;
    const settings = { streamUrl: url, restUrl, clock: new FakeClock(SMALL_START), bookEveryMs: 0 };
    const ts = String(SMALL_START);
    const ticker = {
      last: '1',
      bidPx: '1',
      bidSz: '1',
      askPx: '2',
      askSz: '1',
      open24h: '1',
      high24h: '1',
      low24h: '1',
    };
    const good = [
      okxFrame('tickers', { ...ticker, vol24h: '1', volCcy24h: '1', ts }),
      okxFrame('mark-price', { markPx: '10.0', ts }),
      okxFrame('funding-rate', { fundingRate: '0.0001', fundingTime: ts, ts }),
      okxFrame('candle1m', [ts, '1', '1', '1', '1', '1', '1', '1', '1']),
      okxBook(5, null, [[['10.0', '1']], [['10.5', '2']]]),
      okxBook(6, 5, [[['10.1', '1']], [['10.6', '0']]]),
      okxTrade('1', '10.0'),
      { event: 'subscribe', arg: { channel: 'books', instId: 'ABC-USDT-SWAP' } },
    ].map((message) => JSON.stringify(message));
    const proof = JSON.stringify(okxTrade('987654321', '10.0'));
    await survive(new OkxFeed(settings), 'linear', clients, good, proof, {
      symbol: 'ABC-USDT-SWAP',
      connections: 2,
    });
  });
});
