import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type WebSocket, WebSocketServer } from 'ws';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { RecordingSink, until } from '../../../test/fakes/recording-sink.js';
import { binanceDepth, binanceTrade, SMALL_START } from '../../../test/small-recordings.js';
import { BinanceFeed } from './binance.feed.js';

const SPOT = { venue: 'binance', category: 'spot', symbol: 'ABCUSDT' };
const PERPETUAL = { venue: 'binance', category: 'linear', symbol: 'ABCUSDT' };

/** A Binance that says exactly what a test wants. */
class Venue {
  readonly clients: { socket: WebSocket; path: string }[] = [];
  readonly asked: string[] = [];
  snapshots: (object | null)[] = [];
  url = '';
  private readonly sockets: WebSocketServer;
  private readonly http: Server = createServer((request, response) => {
    this.asked.push(request.url ?? '');
    const snapshot = this.snapshots.shift();
    void this.held.then(() => response.writeHead(snapshot ? 200 : 503).end(JSON.stringify(snapshot ?? {})));
  });
  private held: Promise<void> = Promise.resolve();

  constructor() {
    this.sockets = new WebSocketServer({ server: this.http });
    this.sockets.on('connection', (socket, request) => this.clients.push({ socket, path: request.url ?? '' }));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
    return this;
  }

  /** Keeps REST answers back until the returned function is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  say(message: object, client = this.clients.length - 1): void {
    this.clients[client]?.socket.send(JSON.stringify(message));
  }

  close(): void {
    for (const { socket } of this.clients) socket.terminate();
    this.http.close();
    this.http.closeAllConnections();
  }
}

describe('BinanceFeed', () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function start(instruments: (typeof SPOT)[], snapshots: (object | null)[] = []) {
    const venue = await new Venue().listen();
    venue.snapshots = snapshots;
    const stream = venue.url.replace('http', 'ws');
    const feed = new BinanceFeed({
      spotStreamUrl: stream,
      spotRestUrl: venue.url,
      futuresStreamUrl: stream,
      futuresRestUrl: venue.url,
      clock: new FakeClock(SMALL_START),
      bookEveryMs: 0,
      restEveryMs: 0,
      connection: { backoffBaseMs: 1, random: () => 0 },
    });
    open.push(venue, { close: () => feed.stop() });
    const sink = new RecordingSink();
    await feed.start(instruments, sink);
    await until(() => venue.clients.length > 0, 'the connection');
    return { venue, sink, feed };
  }

  it('asks for spot in one address, for USD-M in the two that the venue has for it', async () => {
    const { venue } = await start([SPOT, PERPETUAL]);
    await until(() => venue.clients.length === 3, 'three connections');
    expect(venue.clients.map(({ path }) => path).sort()).toEqual([
      '/market/stream?streams=abcusdt@aggTrade/abcusdt@kline_1m/abcusdt@ticker/abcusdt@markPrice@1s',
      '/public/stream?streams=abcusdt@depth@100ms',
      '/stream?streams=abcusdt@depth@100ms/abcusdt@aggTrade/abcusdt@kline_1m/abcusdt@ticker',
    ]);
  });

  it('spreads many symbols over several connections', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...SPOT, symbol: `S${index}USDT` }));
    const { venue } = await start(many);
    await until(() => venue.clients.length === 3, 'three connections');
    const counts = venue.clients.map(({ path }) => path.split('/').length - 1).sort((left, right) => left - right);
    expect(counts).toEqual([40, 100, 100]);
  });

  it('asks again when the snapshot fails, or is older than the stream', async () => {
    const old = { lastUpdateId: 90, bids: [['9', '1']], asks: [['11', '1']] };
    const good = { lastUpdateId: 102, bids: [['10.0', '1']], asks: [['11', '1']] };
    const { venue, sink } = await start([SPOT], [null, old, good]);
    venue.say(binanceDepth(101, 103, [['10.1', '5']], []));
    await until(() => sink.of('book').length === 1, 'the book');
    expect(venue.asked).toEqual(Array.from({ length: 3 }, () => '/api/v3/depth?symbol=ABCUSDT&limit=500'));
    expect(sink.of('book')[0]).toEqual(
      expect.objectContaining({
        sequence: 103,
        bids: [
          ['10.1', '5'],
          ['10.0', '1'],
        ],
        at: SMALL_START,
      }),
    );
    expect(sink.noticesOf('gap')).toEqual([]);
  });

  it('drops a book that would be crossed and fetches it again', async () => {
    const first = { lastUpdateId: 100, bids: [['10', '1']], asks: [['11', '1']] };
    const second = { lastUpdateId: 104, bids: [['12', '1']], asks: [['13', '1']] };
    const { venue, sink } = await start([SPOT], [first, second]);
    venue.say(binanceDepth(101, 101, [], []));
    await until(() => sink.of('book').length === 1, 'the first book');
    venue.say(binanceDepth(102, 104, [['12', '1']], []));
    await until(() => sink.of('book').length === 2, 'the second book');
    expect(sink.notices.slice(1)).toEqual([
      { kind: 'gap', venue: 'binance', instrument: 'binance:spot:ABCUSDT', what: 'book' },
      { kind: 'healed', venue: 'binance', instrument: 'binance:spot:ABCUSDT', what: 'book' },
    ]);
    expect(sink.of('book')[1]).toEqual(expect.objectContaining({ sequence: 104, asks: [['13', '1']] }));
  });

  it('does not continue a book over a cut, however well the numbers fit', async () => {
    const first = { lastUpdateId: 100, bids: [['10', '1']], asks: [['11', '1']] };
    const second = { lastUpdateId: 102, bids: [['10', '7']], asks: [['11', '1']] };
    const { venue, sink } = await start([SPOT], [first, second]);
    venue.say(binanceDepth(101, 101, [], []));
    await until(() => sink.of('book').length === 1, 'the first book');
    venue.clients[0]?.socket.terminate();
    await until(() => venue.clients.length === 2, 'the second connection');
    venue.say(binanceDepth(102, 103, [['9', '2']], []));
    await until(() => sink.of('book').length === 2, 'the second book');
    expect(venue.asked).toHaveLength(2);
    expect(sink.of('book')[1]?.bids).toEqual([
      ['10', '7'],
      ['9', '2'],
    ]);
    expect(sink.notices.map(({ kind }) => kind)).toEqual(['connected', 'gap', 'disconnected', 'connected', 'healed']);
  });

  it('drops a snapshot that was asked for before a cut', async () => {
    const early = { lastUpdateId: 100, bids: [['10', '1']], asks: [['11', '1']] };
    const late = { lastUpdateId: 200, bids: [['20', '1']], asks: [['21', '1']] };
    const { venue, sink } = await start([SPOT], [early, late]);
    const release = venue.hold();
    venue.say(binanceDepth(101, 101, [], []));
    await until(() => venue.asked.length === 1, 'the first question');
    venue.clients[0]?.socket.terminate();
    await until(() => venue.clients.length === 2, 'the second connection');
    release();
    await new Promise((resolve) => setTimeout(resolve, 50));
    venue.say(binanceDepth(201, 201, [], []));
    await until(() => sink.of('book').length > 0, 'the book');
    expect(sink.of('book').map(({ bids }) => bids)).toEqual([[['20', '1']]]);
  });

  it('notices missing trades by their numbers, drops repeated ones, and is whole again after the venue’s closed bar', async () => {
    const { venue, sink } = await start([SPOT]);
    for (const number of [1, 2, 2, 5, 6]) venue.say(binanceTrade(number, '10'));
    const bar = { t: SMALL_START, i: '1m', o: '1', h: '1', l: '1', c: '1', v: '1', q: '1', n: 6, x: true };
    venue.say({ stream: 'abcusdt@kline_1m', data: { e: 'kline', E: SMALL_START, s: 'ABCUSDT', k: bar } });
    await until(() => sink.of('bar').length === 1, 'the bar');
    expect(sink.of('trade').map(({ id }) => id)).toEqual(['1', '2', '5', '6']);
    const gap = { kind: 'gap', venue: 'binance', instrument: 'binance:spot:ABCUSDT', what: 'trades' };
    expect(sink.notices.slice(1)).toEqual([gap, { ...gap, kind: 'healed' }]);
  });

  it('merges mark price and 24 h ticker of USD-M into one', async () => {
    const { venue, sink } = await start([PERPETUAL]);
    await until(() => venue.clients.length === 2, 'both connections');
    const client = venue.clients.findIndex(({ path }) => path.startsWith('/market'));
    const mark = { e: 'markPriceUpdate', E: 1, s: 'ABCUSDT', p: '10.1', i: '10.0', r: '-0.0002', T: 5 };
    const ticker = { e: '24hrTicker', E: 2, s: 'ABCUSDT', c: '10.2', o: '9', h: '11', l: '8', v: '100', q: '1000' };
    venue.say({ stream: 'abcusdt@markPrice@1s', data: mark }, client);
    venue.say({ stream: 'abcusdt@ticker', data: ticker }, client);
    await until(() => sink.of('ticker').length === 2, 'both');
    expect(sink.of('ticker')[1]?.fields).toEqual({
      mark: '10.1',
      index: '10.0',
      fundingRate: '-0.0002',
      nextFundingAt: 5,
      last: '10.2',
      open24h: '9',
      high24h: '11',
      low24h: '8',
      volume24h: '100',
      quoteVolume24h: '1000',
    });
  });

  it('knows nothing of a ticker any more whose connection was lost', async () => {
    const { venue, sink } = await start([PERPETUAL]);
    await until(() => venue.clients.length === 2, 'both connections');
    const market = () => venue.clients.findLastIndex(({ path }) => path.startsWith('/market'));
    const mark = { e: 'markPriceUpdate', E: SMALL_START + 4000, s: 'ABCUSDT', p: '10.1', i: '10.0', r: '0', T: 5 };
    venue.say({ stream: 'abcusdt@markPrice@1s', data: mark }, market());
    await until(() => sink.of('ticker').length === 1, 'the mark price');
    venue.clients[market()]?.socket.terminate();
    await until(() => venue.clients.length === 3, 'the connection again');
    const ticker = {
      e: '24hrTicker',
      E: SMALL_START,
      s: 'ABCUSDT',
      c: '10.2',
      o: '9',
      h: '11',
      l: '8',
      v: '100',
      q: '1',
    };
    venue.say({ stream: 'abcusdt@ticker', data: ticker }, market());
    await until(() => sink.of('ticker').length === 2, 'the ticker');
    expect(sink.of('ticker')[1]).toMatchObject({ at: SMALL_START, fields: { last: '10.2' } });
    expect(sink.of('ticker')[1]?.fields.mark).toBeUndefined();
  });

  it('moves to a new connection when the server says that it goes down, without losing a trade', async () => {
    const { venue, sink } = await start([SPOT]);
    venue.say(binanceTrade(1, '10'));
    venue.say({ stream: '', data: { e: 'serverShutdown', E: SMALL_START } });
    await until(() => venue.clients.length === 2, 'the second connection');
    venue.say(binanceTrade(2, '10'), 0);
    await until(() => sink.of('trade').length === 2, 'the trade of the old connection');
    for (const number of [2, 3]) venue.say(binanceTrade(number, '10'), 1);
    await until(() => sink.of('trade').length === 3, 'the trade of the new connection');
    expect(sink.of('trade').map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(sink.notices).toEqual([{ kind: 'connected', venue: 'binance', connection: 'binance:spot:0' }]);
  });
});
