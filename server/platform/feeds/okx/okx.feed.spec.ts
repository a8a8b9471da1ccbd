import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type WebSocket, WebSocketServer } from 'ws';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { RecordingSink, until } from '../../../test/fakes/recording-sink.js';
import { OKX_CONTRACTS, okxBook, okxTrade, SMALL_START, smallOkx } from '../../../test/small-recordings.js';
import { ReplayServer } from '../replay/replay-server.js';
import { OkxBook } from './okx-book.js';
import { times } from './okx-contracts.js';
import { OkxFeed } from './okx.feed.js';
import { readOkxFrame } from './okx-frames.js';

const PERPETUAL = { venue: 'okx', category: 'linear', symbol: 'ABC-USDT-SWAP' };
const KEY = 'okx:linear:ABC-USDT-SWAP';
type Argument = { channel: string; instId: string };

describe('OkxFeed', () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  /** The venue; `isListed` says whether it answers what contracts are. */
  async function start(instruments = [PERPETUAL], isListed = () => true, unlistedEveryMs = 600_000) {
    const http = createServer((_request, response) => {
      response.writeHead(isListed() ? 200 : 500).end(JSON.stringify(OKX_CONTRACTS));
    });
    const server = new WebSocketServer({ server: http });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const clients: { socket: WebSocket; path: string; heard: { op: string; args: Argument[] }[]; pings: number }[] = [];
    server.on('connection', (socket, request) => {
      const client = { socket, path: request.url ?? '', heard: [] as (typeof clients)[0]['heard'], pings: 0 };
      clients.push(client);
      socket.on('message', (payload: Buffer) => {
        if (payload.toString() === 'ping') {
          client.pings += 1;
          socket.send('pong');
        } else client.heard.push(JSON.parse(payload.toString()));
      });
    });
    const address = `127.0.0.1:${(http.address() as AddressInfo).port}`;
    const feed = new OkxFeed({
      streamUrl: `ws://${address}/`,
      restUrl: `http://${address}`,
      clock: new FakeClock(SMALL_START),
      bookEveryMs: 0,
      resyncEveryMs: 50,
      unlistedEveryMs,
      connection: { backoffBaseMs: 1, checkEveryMs: 20, idleMs: 40 },
    });
    const close = (): void => {
      for (const { socket } of clients) socket.terminate();
      server.close();
      http.close();
    };
    open.push({ close }, { close: () => feed.stop() });
    const sink = new RecordingSink();
    await feed.start(instruments, sink);
    const quotes = () => clients.filter(({ path }) => path === '/ws/v5/public').at(-1);
    await until(() => (quotes()?.heard.length ?? 0) > 0, 'the subscriptions');
    const say = (message: object): void => quotes()?.socket.send(JSON.stringify(message));
    return { clients, sink, say, quotes };
  }

  it('asks for each symbol in a request of its own, bars on their own connection, and answers silence with a ping', async () => {
    const spot = { venue: 'okx', category: 'spot', symbol: 'ABC-USDT' };
    const { clients, sink } = await start([PERPETUAL, { ...PERPETUAL, symbol: 'XYZ-USDT-SWAP' }, spot]);
    await until(() => clients.length === 4 && clients.every(({ heard }) => heard.length > 0), 'four connections');
    const asked = (client: (typeof clients)[0] | undefined) =>
      client?.heard.map(({ op, args }) => [op, ...args.map(({ channel, instId }) => `${channel} ${instId}`)]);
    const of = (path: string) =>
      clients.filter((one) => one.path === path).sort((a, b) => b.heard.length - a.heard.length);
    const perpetual = (name: string) => [
      'subscribe',
      ...['tickers', 'trades', 'books', 'mark-price'].map((channel) => `${channel} ${name}-USDT-SWAP`),
      `index-tickers ${name}-USDT`,
      `funding-rate ${name}-USDT-SWAP`,
    ];
    expect(of('/ws/v5/public').map(asked)).toEqual([
      [perpetual('ABC'), perpetual('XYZ')],
      [['subscribe', 'tickers ABC-USDT', 'trades ABC-USDT', 'books ABC-USDT']],
    ]);
    expect(asked(of('/ws/v5/business')[1])).toEqual([['subscribe', 'candle1m ABC-USDT']]);
    await until(() => clients.every(({ pings }) => pings > 0), 'a ping on each');
    expect(sink.noticesOf('unreadable')).toEqual([]);
  });

  it('notices a missing book message by the numbers, asks anew until the snapshot comes, and is whole again', async () => {
    const { sink, say, quotes } = await start();
    say(okxBook(100, null, [[['1', '100']], [['2', '100']]]));
    say(okxBook(120, 110, [[['1', '200']], []]));
    const asked = () => quotes()?.heard.slice(1) ?? [];
    await until(() => asked().length >= 4, 'a second request');
    const args = [{ channel: 'books', instId: 'ABC-USDT-SWAP' }];
    expect(asked().slice(0, 4)).toEqual(
      ['unsubscribe', 'subscribe', 'unsubscribe', 'subscribe'].map((op) => ({ op, args })),
    );
    say(okxBook(130, null, [[['1', '700']], [['2', '100']]]));
    await until(() => sink.of('book').length === 2, 'the book');
    const gap = { kind: 'gap', venue: 'okx', instrument: KEY, what: 'book' };
    expect([sink.noticesOf('gap'), sink.noticesOf('healed')]).toEqual([[gap], [{ ...gap, kind: 'healed' }]]);
    expect(sink.of('book')[1]).toMatchObject({ sequence: 130, bids: [['1', '7']] });
    await until(
      () => sink.noticesOf('alive').some((notice) => 'books' in notice && notice.books.includes(KEY)),
      'life',
    );
  });

  it('asks for a book of which changes come without a snapshot', async () => {
    const { sink, say, quotes } = await start();
    say(okxBook(120, 110, [[['1', '200']], []]));
    const asked = () => quotes()?.heard.slice(1) ?? [];
    await until(() => asked().length >= 2, 'a second request');
    const args = [{ channel: 'books', instId: 'ABC-USDT-SWAP' }];
    expect(asked().slice(0, 2)).toEqual(['unsubscribe', 'subscribe'].map((op) => ({ op, args })));
    say(okxBook(130, null, [[['1', '700']], [['2', '100']]]));
    await until(() => sink.of('book').length === 1, 'the book');
  });

  it('goes on with all others where the venue does not list one symbol, and does not ask for that one again and again', async () => {
    const gone = { ...PERPETUAL, symbol: 'XYZ-USDT-SWAP' };
    const { clients, sink, say, quotes } = await start([PERPETUAL, gone]);
    await until(() => quotes()?.heard.length === 2, 'both subscriptions');
    // Both are there, and the connection ends: on the next one the venue knows one of them alone.
    say(okxBook(100, null, [[['1', '100']], [['2', '100']]]));
    say({ ...okxBook(100, null, [[['1', '100']], [['2', '100']]]), arg: { channel: 'books', instId: gone.symbol } });
    await until(() => sink.of('book').length > 0, 'a book');
    quotes()?.socket.terminate();
    await until(() => clients.filter(({ path }) => path === '/ws/v5/public').length === 2, 'the second connection');
    await until(() => (quotes()?.heard.length ?? 0) >= 2, 'both subscriptions again');
    for (const channel of ['tickers', 'trades', 'books', 'mark-price', 'funding-rate']) {
      const msg = `Wrong URL or channel:${channel},instId:${gone.symbol} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`;
      say({ event: 'error', code: '60018', msg, connId: 'a4d3ae55' });
    }
    const refused = () => sink.noticesOf('unreadable').filter((one) => JSON.stringify(one).includes(gone.symbol));
    await until(() => refused().length === 5, 'the refusals');
    const askedFor = (symbol: string) =>
      (quotes()?.heard ?? []).filter(({ args }) => args.some(({ instId }) => instId === symbol)).length;
    const before = askedFor(gone.symbol);
    const others = askedFor(PERPETUAL.symbol);
    await until(() => askedFor(PERPETUAL.symbol) >= others + 6, 'three more requests for the other one');
    expect(askedFor(gone.symbol)).toBe(before);
    say(okxBook(130, null, [[['1', '700']], [['2', '100']]]));
    say(okxTrade('1', '1.5'));
    await until(
      () => sink.noticesOf('healed').some((one) => 'what' in one && one.what === 'book'),
      'the book of the other one',
    );
    expect(sink.of('trade')).toEqual([expect.objectContaining({ id: '1' })]);
    expect(clients.filter(({ path }) => path === '/ws/v5/public')).toHaveLength(2);
  });

  it('asks for what the venue did not list now and then, until it is listed', async () => {
    const { sink, say, quotes } = await start([PERPETUAL], () => true, 60);
    const first = quotes()?.heard[0];
    const refuse = () => {
      const msg = `Wrong URL or channel:books,instId:${PERPETUAL.symbol} doesn't exist. Please use the correct URL.`;
      say({ event: 'error', code: '60018', msg, connId: 'a4d3ae55' });
    };
    const asked = () => quotes()?.heard.filter((one) => JSON.stringify(one) === JSON.stringify(first)).length ?? 0;
    refuse();
    await until(() => asked() === 2, 'all of its channels asked for again');
    refuse();
    await until(() => asked() === 3, 'and once more');
    say(okxBook(100, null, [[['1', '100']], [['2', '100']]]));
    await until(() => sink.of('book').length === 1, 'the book');
    say(okxBook(120, 110, [[['1', '200']], []]));
    // It is a symbol like all others from then on: a gap of its book asks for the book alone.
    const behindTheGap = () => {
      const heard = (quotes()?.heard ?? []).map((one) => JSON.stringify(one));
      return heard.slice(heard.findIndex((one) => one.includes('unsubscribe')));
    };
    await until(
      () => behindTheGap().filter((one) => one.includes('unsubscribe')).length === 3,
      'requests for the book',
    );
    expect(behindTheGap()).not.toContain(JSON.stringify(first));
  });

  it('drops a book that does not agree with its checksum', async () => {
    const { sink, say } = await start();
    const book = new OkxBook();
    const first = readOkxFrame(JSON.stringify(okxBook(100, null, [[['1', '100']], [['2', '5']]])));
    if (first.kind !== 'book') throw new Error('no book');
    book.take(first);
    say(okxBook(100, null, [[['1', '100']], [['2', '5']]], book.checksum()));
    await until(() => sink.of('book').length === 1, 'the book');
    say(okxBook(101, 100, [[['1', '101']], []], book.checksum()));
    await until(() => sink.noticesOf('gap').length === 1, 'the gap');
    expect(sink.of('book')).toHaveLength(1);
  });

  it('hands on no quantity before it knows what a contract is, and asks until the venue says so', async () => {
    let listed = false;
    const { sink, say } = await start([PERPETUAL], () => listed);
    say(okxBook(100, null, [[['1', '100']], [['2', '100']]]));
    say(okxTrade('1', '1.5'));
    await until(() => sink.noticesOf('unreadable').length >= 2, 'two refusals');
    listed = true;
    await until(() => {
      say(okxTrade('2', '1.5'));
      return sink.of('trade').length > 0;
    }, 'a trade');
    expect(sink.of('trade')).toEqual([expect.objectContaining({ id: '2', quantity: '0.25', side: 'sell' })]);
    say(okxBook(101, 100, [[], [['2', '0.5']]]));
    await until(() => sink.of('book').length === 1, 'the book');
    expect(sink.of('book')[0]).toMatchObject({ bids: [['1', '1']], asks: [['2', '0.005']] });
  });

  it('moves to a new connection when the venue says that it ends this one', async () => {
    const { clients, sink, say } = await start();
    say(okxTrade('1', '1'));
    say({ event: 'notice', code: '64008', msg: 'The connection will soon be closed for a service upgrade.' });
    await until(() => clients.filter(({ path }) => path === '/ws/v5/public').length === 2, 'the second connection');
    for (const id of ['1', '2']) say(okxTrade(id, '1'));
    await until(() => sink.of('trade').length === 2, 'the trade of the new connection');
    expect(sink.noticesOf('disconnected')).toEqual([]);
  });

  it('takes all that a perpetual says from a replay, and its bars from the history', async () => {
    const server = new ReplayServer(smallOkx(), { speed: 100, graceMs: null });
    const address = await server.listen();
    const clock = new FakeClock(SMALL_START);
    const feed = new OkxFeed({ streamUrl: address.replace('http', 'ws'), restUrl: address, clock, bookEveryMs: 0 });
    open.push(server, { close: () => feed.stop() });
    const sink = new RecordingSink();
    await feed.start([PERPETUAL], sink);
    expect(await feed.probe(1000)).toBe(true);
    await until(() => server.subscriptions === 7, 'the subscriptions');
    server.begin();
    await until(() => sink.of('bar').some(({ bar }) => bar.closed) && sink.of('book').length === 4, 'the closed bar');
    expect(sink.of('ticker').at(-1)).toMatchObject({
      at: SMALL_START + 30,
      fields: {
        last: '10.0',
        bid: '9.9',
        bidQuantity: '0.5',
        ask: '10.1',
        askQuantity: '0.07',
        volume24h: '5',
        mark: '10.05',
        index: '10.04',
        fundingRate: '-0.0001',
        nextFundingAt: SMALL_START + 900_000,
      },
    });
    expect(sink.of('trade').map(({ id, price, quantity, at }) => [id, price, quantity, at - SMALL_START])).toEqual([
      ['1', '10.0', '0.25', 100],
      ['2', '10.2', '0.25', 500],
    ]);
    expect(sink.of('book').map(({ sequence, bids, asks }) => [sequence, bids[0], asks[0]])).toEqual([
      [100, ['9.9', '0.5'], ['10.1', '0.07']],
      [107, ['9.8', '0.035'], ['10.1', '0.07']],
      [107, ['9.8', '0.035'], ['10.1', '0.07']],
      [103, ['9.8', '0.035'], ['10.1', '0.11']],
    ]);
    expect(sink.notices.filter(({ kind }) => kind === 'gap' || kind === 'unreadable')).toEqual([]);
    expect(await feed.history(PERPETUAL, '1min', SMALL_START, SMALL_START + 60_000)).toEqual([
      expect.objectContaining({ openAt: SMALL_START, close: '10.2', volume: '0.5', quoteVolume: '5.05', closed: true }),
    ]);
  });
});

it.each([
  ['25', '1', '25'],
  ['25', '0.01', '0.25'],
  ['3.5', '100', '350'],
  ['0.1', '0.0001', '0.00001'],
  ['0', '0.01', '0'],
  ['1000', '0.01', '10'],
])('%s contracts of %s are %s', (contracts, size, quantity) => {
  expect(times(contracts, size)).toBe(quantity);
});
