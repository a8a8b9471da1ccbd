import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type WebSocket, WebSocketServer } from 'ws';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { RecordingSink, until } from '../../../test/fakes/recording-sink.js';
import { bybitBook, bybitTicker, bybitTrade, SMALL_START } from '../../../test/small-recordings.js';
import { BybitFeed } from './bybit.feed.js';

const LINEAR = { venue: 'bybit', category: 'linear', symbol: 'ABCUSDT' };
const KEY = 'bybit:linear:ABCUSDT';

describe('BybitFeed', () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function start(instruments = [LINEAR]) {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    if (!server.address()) await once(server, 'listening');
    const clients: { socket: WebSocket; path: string; heard: { op: string; args?: string[] }[] }[] = [];
    server.on('connection', (socket, request) => {
      const client = { socket, path: request.url ?? '', heard: [] as { op: string; args?: string[] }[] };
      clients.push(client);
      socket.on('message', (payload: Buffer) => client.heard.push(JSON.parse(payload.toString())));
    });
    const feed = new BybitFeed({
      streamUrl: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      restUrl: 'http://127.0.0.1:1',
      clock: new FakeClock(SMALL_START),
      bookDepth: 200,
      bookEveryMs: 0,
      resyncEveryMs: 50,
      connection: { backoffBaseMs: 1 },
    });
    const close = (): void => {
      for (const { socket } of clients) socket.terminate();
      server.close();
    };
    open.push({ close }, { close: () => feed.stop() });
    const sink = new RecordingSink();
    await feed.start(instruments, sink);
    await until(() => clients.every(({ heard }) => heard.length > 0) && clients.length > 0, 'the subscriptions');
    const say = (message: object): void => clients.at(-1)?.socket.send(JSON.stringify(message));
    return { clients, sink, say };
  }

  it('connects to each category and subscribes each symbol in a request of its own', async () => {
    const { clients } = await start([LINEAR, { ...LINEAR, symbol: 'XYZUSDT' }, { ...LINEAR, category: 'spot' }]);
    await until(() => clients.length === 2, 'two connections');
    const linear = clients.find(({ path }) => path === '/v5/public/linear');
    await until(() => linear?.heard.length === 2, 'two requests');
    const topics = (symbol: string): string[] =>
      ['tickers', 'publicTrade', 'kline.1', 'orderbook.200'].map((topic) => `${topic}.${symbol}`);
    expect(linear?.heard).toEqual([
      { op: 'subscribe', args: topics('ABCUSDT') },
      { op: 'subscribe', args: topics('XYZUSDT') },
    ]);
    expect(clients.map(({ path }) => path).sort()).toEqual(['/v5/public/linear', '/v5/public/spot']);
  });

  it('ignores ticker deltas before the snapshot, also after a cut', async () => {
    const { clients, sink, say } = await start();
    say(bybitTicker('delta', { lastPrice: '1' }));
    say(bybitTicker('snapshot', { lastPrice: '2', markPrice: '3' }));
    await until(() => sink.of('ticker').length > 0, 'the ticker');
    clients[0]?.socket.terminate();
    await until(() => clients.length === 2, 'the second connection');
    say(bybitTicker('delta', { lastPrice: '4' }));
    say(bybitTicker('snapshot', { lastPrice: '5' }));
    say(bybitTrade('a', '5'));
    await until(() => sink.of('trade').length === 1, 'what came last');
    expect(sink.of('ticker').map(({ fields }) => fields)).toEqual([{ last: '2', mark: '3' }, { last: '5' }]);
    const gap = { kind: 'gap', venue: 'bybit', instrument: KEY, what: 'ticker' };
    expect(sink.noticesOf('gap')).toEqual([gap]);
    expect(sink.noticesOf('healed')).toEqual([{ ...gap, kind: 'healed' }]);
  });

  it('asks for a book again until its snapshot comes', async () => {
    const { clients, sink, say } = await start();
    say(bybitBook('snapshot', 5, [['1', '1']], [['2', '1']]));
    say(bybitBook('delta', 9, [['1', '2']], []));
    const asked = () => clients[0]?.heard.slice(1) ?? [];
    await until(() => asked().length >= 4, 'a second request');
    expect(asked().slice(0, 4)).toEqual(
      ['unsubscribe', 'subscribe', 'unsubscribe', 'subscribe'].map((op) => ({ op, args: ['orderbook.200.ABCUSDT'] })),
    );
    say(bybitBook('snapshot', 12, [['1', '7']], [['2', '1']]));
    await until(() => sink.of('book').length === 2, 'the book');
    const { length } = asked();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(asked()).toHaveLength(length);
  });

  it('asks for a book whose first snapshot was damaged', async () => {
    const { clients, sink, say } = await start();
    say(bybitBook('snapshot', 5, [['damaged', '1']], [['2', '1']]));
    say(bybitBook('delta', 6, [['1', '2']], []));
    const asked = () => clients[0]?.heard.slice(1) ?? [];
    await until(() => asked().length >= 2, 'a second request');
    expect(asked().slice(0, 2)).toEqual(
      ['unsubscribe', 'subscribe'].map((op) => ({ op, args: ['orderbook.200.ABCUSDT'] })),
    );
    say(bybitBook('snapshot', 12, [['1', '7']], [['2', '1']]));
    await until(() => sink.of('book').length === 1, 'the book');
  });

  it('takes no ticker delta after a damaged one, and asks until its snapshot comes', async () => {
    const { clients, sink, say } = await start();
    say(bybitTicker('snapshot', { lastPrice: '2', markPrice: '3' }));
    // Its last price was another one, and what the venue says after it stands on that.
    say(bybitTicker('delta', { lastPrice: 'damaged' }));
    say(bybitTicker('delta', { markPrice: '4' }));
    const asked = () => clients[0]?.heard.slice(1).filter(({ op }) => op !== 'ping') ?? [];
    await until(() => asked().length >= 4, 'a second request');
    expect(asked().slice(0, 4)).toEqual(
      ['unsubscribe', 'subscribe', 'unsubscribe', 'subscribe'].map((op) => ({ op, args: ['tickers.ABCUSDT'] })),
    );
    say(bybitTicker('delta', { markPrice: '5' }));
    say(bybitTicker('snapshot', { lastPrice: '6', markPrice: '5' }));
    say(bybitTrade('a', '6'));
    await until(() => sink.of('trade').length === 1, 'what came last');
    expect(sink.of('ticker').map(({ fields }) => fields)).toEqual([
      { last: '2', mark: '3' },
      { last: '6', mark: '5' },
    ]);
    const { length } = asked();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(asked()).toHaveLength(length);
  });

  it('says which books a connection has just been heard for', async () => {
    const { sink, say, clients } = await start([LINEAR, { ...LINEAR, symbol: 'XYZUSDT' }]);
    const named = { kind: 'alive', venue: 'bybit', connection: 'bybit:linear' };
    say(bybitBook('snapshot', 5, [['1', '1']], [['2', '1']]));
    await until(() => sink.of('book').length === 1, 'the book');
    await until(() => {
      clients[0]?.socket.ping();
      return sink.noticesOf('alive').length >= 2;
    }, 'a sign of life after it');
    expect(sink.noticesOf('alive').at(-1)).toEqual({ ...named, books: [KEY] });
  });

  it('starts a book over when the venue’s service was restarted', async () => {
    const { sink, say } = await start();
    say(bybitBook('snapshot', 5, [['1', '1']], [['2', '1']]));
    say(bybitBook('snapshot', 1, [['1.5', '1']], [['2', '1']]));
    say(bybitBook('delta', 2, [['1.5', '3']], []));
    await until(() => sink.of('book').length === 3, 'the books');
    expect(sink.of('book')[2]).toEqual(expect.objectContaining({ sequence: 2, bids: [['1.5', '3']] }));
    expect(sink.noticesOf('gap')).toEqual([]);
  });
});
