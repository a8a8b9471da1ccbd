import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { RecordingSink, until } from '../../../test/fakes/recording-sink.js';
import { SMALL_START, smallBinance, smallBybit } from '../../../test/small-recordings.js';
import { BinanceFeed } from '../binance/binance.feed.js';
import { BybitFeed } from '../bybit/bybit.feed.js';
import { parseRecording, type Recording } from './recording.js';
import { replayEnvironment } from './replay-environment.js';
import { type ReplayOptions, ReplayServer } from './replay-server.js';

const BYBIT = { venue: 'bybit', category: 'linear', symbol: 'ABCUSDT' };
const BINANCE = { venue: 'binance', category: 'spot', symbol: 'ABCUSDT' };

describe('ReplayServer', () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function replay(recording: Recording, options: ReplayOptions = {}) {
    const server = new ReplayServer(recording, options);
    const address = await server.listen();
    open.push(server);
    return { server, address };
  }

  async function client(address: string, path: string) {
    const heard: Record<string, unknown>[] = [];
    const socket = new WebSocket(address.replace('http', 'ws') + path);
    socket.on('message', (payload: Buffer) => heard.push(JSON.parse(payload.toString())));
    socket.on('error', () => undefined);
    open.push({ close: () => socket.terminate() });
    await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));
    const ask = (message: object): void => socket.send(JSON.stringify(message));
    return { socket, heard, ask };
  }

  const get = async (url: string): Promise<Record<string, unknown>> =>
    (await (await fetch(url)).json()) as Record<string, unknown>;

  it('stands still before the first subscription, runs with the speed, and stands still at the end', async () => {
    const { server, address } = await replay(smallBybit(), { speed: 4, graceMs: 0 });
    const time = async (): Promise<unknown> => (await get(`${address}/v5/market/time`)).time;
    expect(await time()).toBe(SMALL_START);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await time()).toBe(SMALL_START);
    const { ask } = await client(address, '/v5/public/linear');
    ask({ op: 'subscribe', args: ['publicTrade.ABCUSDT'] });
    await until(() => server.time > SMALL_START, 'time to move');
    await until(() => server.ended, 'the end');
    const reply = await get(`${address}/v5/market/time`);
    expect(reply).toEqual({
      retCode: 0,
      retMsg: 'OK',
      result: { timeSecond: String(SMALL_START / 1000 + 1), timeNano: `${SMALL_START + 1200}000000` },
      time: SMALL_START + 1200,
    });
  });

  it('answers as Bybit does: pong, acceptance, refusal, and nothing on a wrong address', async () => {
    const { address } = await replay(smallBybit(), { graceMs: null });
    const { heard, ask, socket } = await client(address, '/v5/public/linear');
    ask({ op: 'ping' });
    ask({ op: 'subscribe', args: ['tickers.ABCUSDT'], req_id: 'x' });
    ask({ op: 'subscribe', args: ['tickers.NOSUCH'] });
    socket.send('{"op":');
    await until(() => heard.length === 4, 'four answers');
    expect(heard).toEqual([
      expect.objectContaining({ success: true, ret_msg: 'pong', op: 'ping' }),
      expect.objectContaining({ success: true, op: 'subscribe', req_id: 'x' }),
      expect.objectContaining({ success: false, ret_msg: 'error:handler not found,topic:tickers.NOSUCH' }),
      expect.objectContaining({ success: false }),
    ]);
    const wrong = await client(address, '/v5/private');
    expect(wrong.socket.readyState).toBe(WebSocket.CLOSED);
    expect((await fetch(`${address}/v5/order/create`)).status).toBe(404);
  });

  it('plays only what is subscribed, and gives a late client the state so far in the venue’s form', async () => {
    const { server, address } = await replay(smallBybit(), { speed: 10, graceMs: null });
    const early = await client(address, '/v5/public/linear');
    early.ask({ op: 'subscribe', args: ['tickers.ABCUSDT'] });
    await until(() => early.heard.length === 1, 'the acceptance');
    server.begin();
    await until(() => server.ended, 'the end');
    await until(() => early.heard.length === 4, 'three tickers');
    const late = await client(address, '/v5/public/linear');
    late.ask({ op: 'subscribe', args: ['tickers.ABCUSDT', 'orderbook.200.ABCUSDT', 'publicTrade.ABCUSDT'] });
    await until(() => late.heard.length === 3, 'acceptance and two snapshots');
    expect(late.heard.slice(1)).toEqual([
      expect.objectContaining({
        topic: 'tickers.ABCUSDT',
        type: 'snapshot',
        ts: SMALL_START + 800,
        data: expect.objectContaining({ lastPrice: '10.2', markPrice: '10.1', fundingRate: '0.0002' }),
      }),
      expect.objectContaining({
        topic: 'orderbook.200.ABCUSDT',
        type: 'snapshot',
        data: expect.objectContaining({
          u: 8,
          b: [
            ['10.2', '7'],
            ['10.1', '3'],
          ],
          a: [['10.60', '4']],
        }),
      }),
    ]);
  });

  it('feeds the live Bybit adapter, which merges, drops nothing and heals after a lost frame', async () => {
    const { server, address } = await replay(smallBybit(), { graceMs: null });
    const sink = new RecordingSink();
    const clock = new FakeClock(SMALL_START);
    const feed = new BybitFeed({ streamUrl: address.replace('http', 'ws'), restUrl: address, clock, bookEveryMs: 0 });
    open.push({ close: () => feed.stop() });
    server.faults.drops.push({ topic: 'orderbook.200.ABCUSDT', countdown: 2 });
    await feed.start([BYBIT, { ...BYBIT, symbol: 'NOSUCH' }, BINANCE], sink);
    await until(() => server.subscriptions === 4, 'the subscriptions');
    server.begin();
    await until(() => sink.of('bar').some(({ bar }) => bar.closed), 'the closed bar');
    expect(sink.of('ticker').map(({ fields }) => fields)).toEqual([
      { last: '10.0', mark: '10.1', fundingRate: '-0.0001', nextFundingAt: 1 },
      { last: '10.2', mark: '10.1', fundingRate: '-0.0001', nextFundingAt: 1 },
      { last: '10.2', mark: '10.1', fundingRate: '0.0002', nextFundingAt: 1 },
    ]);
    expect(sink.of('trade')).toEqual([
      expect.objectContaining({ id: 'a', price: '10.0', quantity: '0.5', side: 'buy', at: SMALL_START + 0 }),
      expect.objectContaining({ id: 'b', price: '10.2', at: SMALL_START + 600, receivedAt: SMALL_START }),
    ]);
    const gap = { kind: 'gap', venue: 'bybit', instrument: 'bybit:linear:ABCUSDT', what: 'book' };
    // Signs of life come at the pace of the connection.
    expect(sink.notices.filter(({ kind }) => kind !== 'alive')).toEqual([
      { kind: 'connected', venue: 'bybit', connection: 'bybit:linear' },
      { kind: 'unreadable', venue: 'bybit', reason: expect.stringContaining('NOSUCH') },
      gap,
      { ...gap, kind: 'healed' },
    ]);
    expect(sink.of('book').map(({ sequence }) => sequence)).toEqual([5, 7, 8]);
    expect(sink.of('book').at(-1)).toEqual(
      expect.objectContaining({
        bids: [
          ['10.2', '7'],
          ['10.1', '3'],
        ],
        asks: [['10.60', '4']],
      }),
    );
    expect(await feed.history(BYBIT, '1min', SMALL_START, SMALL_START + 60_000)).toEqual([
      expect.objectContaining({ openAt: SMALL_START, close: '10.2', closed: false }),
    ]);
  });

  it('paces books and always sends the last one', async () => {
    const { server, address } = await replay(smallBybit(), { speed: 100, graceMs: null });
    const sink = new RecordingSink();
    const clock = new FakeClock(SMALL_START);
    const feed = new BybitFeed({ streamUrl: address.replace('http', 'ws'), restUrl: address, clock, bookEveryMs: 400 });
    open.push({ close: () => feed.stop() });
    await feed.start([BYBIT], sink);
    await until(() => server.subscriptions === 4, 'the subscriptions');
    server.begin();
    await until(() => sink.of('book').at(-1)?.sequence === 8, 'the last book');
    expect(sink.of('book').map(({ sequence }) => sequence)).toEqual([5, 8]);
  });

  it('feeds the live Binance adapter, whose snapshot falls inside the stream', async () => {
    const { server, address } = await replay(smallBinance(), { graceMs: null });
    const sink = new RecordingSink();
    const stream = address.replace('http', 'ws');
    const feed = new BinanceFeed({
      spotStreamUrl: stream,
      spotRestUrl: address,
      futuresStreamUrl: stream,
      futuresRestUrl: address,
      clock: new FakeClock(SMALL_START),
      bookEveryMs: 0,
    });
    open.push({ close: () => feed.stop() });
    await feed.start([BINANCE], sink);
    await until(() => server.subscriptions === 4, 'the streams');
    server.begin();
    await until(() => sink.of('book').at(-1)?.sequence === 110, 'the last book');
    expect(sink.of('book').at(-1)).toEqual(
      expect.objectContaining({
        bids: [['10.1', '4']],
        asks: [
          ['10.4', '2'],
          ['10.6', '1'],
        ],
      }),
    );
    expect(sink.of('trade').map(({ id, side }) => [id, side])).toEqual([
      ['1', 'sell'],
      ['2', 'sell'],
    ]);
    expect(sink.noticesOf('gap')).toEqual([]);
  });

  it('plays on in rounds a whole number of minutes apart, as news', async () => {
    const { server, address } = await replay(smallBybit(), { speed: 400, graceMs: null, loop: true });
    const sink = new RecordingSink();
    const clock = new FakeClock(SMALL_START);
    const feed = new BybitFeed({ streamUrl: address.replace('http', 'ws'), restUrl: address, clock });
    open.push({ close: () => feed.stop() });
    await feed.start([BYBIT], sink);
    await until(() => server.subscriptions === 4, 'the subscriptions');
    server.begin();
    await until(() => sink.of('trade').length >= 4, 'the second round');
    expect(
      sink
        .of('trade')
        .slice(0, 4)
        .map(({ at }) => at - SMALL_START),
    ).toEqual([0, 600, 60_000, 60_600]);
    expect(sink.of('bar').slice(-1)[0]?.bar.openAt).toBe(SMALL_START + 60_000);
    expect(sink.noticesOf('gap')).toEqual([]);
  });

  it('names the settings with which the product follows it', () => {
    expect(replayEnvironment('bybit', 'http://127.0.0.1:4000')).toEqual({
      FEED: 'bybit',
      BYBIT_STREAM_URL: 'ws://127.0.0.1:4000',
      BYBIT_REST_URL: 'http://127.0.0.1:4000',
      CLOCK_URL: 'http://127.0.0.1:4000/v5/market/time',
    });
  });

  it('refuses what is not a recording, and a speed of nothing', () => {
    expect(() => parseRecording(['{"t":"header","exchange":"OTHER"}'])).toThrow('not a recording');
    expect(() => parseRecording(['{"t":"header","exchange":"BYBIT"}'])).toThrow('no frames');
    expect(() => new ReplayServer(smallBybit(), { speed: 0 })).toThrow('speed');
    expect(() => new ReplayServer(smallBybit(), { speed: Number.NaN })).toThrow('speed');
  });
});
