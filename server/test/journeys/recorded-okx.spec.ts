import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../platform/clock/clock.js';
import { OkxBook } from '../../platform/feeds/okx/okx-book.js';
import { OkxFeed } from '../../platform/feeds/okx/okx.feed.js';
import { readOkxFrame } from '../../platform/feeds/okx/okx-frames.js';
import { loadRecording } from '../../platform/feeds/replay/recording.js';
import { ReplayServer } from '../../platform/feeds/replay/replay-server.js';
import { RecordingSink, until } from '../fakes/recording-sink.js';
import { sharedFile } from '../recordings.js';

const FILE = sharedFile('frames/OKX.jsonl.gz');
const SPEED = 10;
const SPOT = { venue: 'okx', category: 'spot', symbol: 'BTC-USDT' };
const KEY = 'okx:spot:BTC-USDT';
/** The recording has a spot pair, a perpetual and a dated contract; their books are made alike. */
const BOOKS = ['BTC-USDT', 'UNI-USD-SWAP', 'BTC-USD-220527'];

type Level = [string, string, string, string];
interface Frame {
  arg: { channel: string; instId: string };
  action?: string;
  data: Record<string, string>[] & { asks: Level[]; bids: Level[]; checksum: number; ts: string }[];
}

/** Straight from the file, with none of the product's code. */
function framesOf(channel: string, instId: string): Frame[] {
  const lines = gunzipSync(readFileSync(String(FILE)))
    .toString()
    .trim()
    .split('\n');
  return lines
    .map((line) => JSON.parse(line) as { t: string; data: string })
    .filter(({ t, data }) => t === 'recv' && data.startsWith('{'))
    .map(({ data }) => JSON.parse(data) as Frame)
    .filter(({ arg, data }) => data !== undefined && arg.channel === channel && arg.instId === instId);
}

/** The book after all its messages. */
function mergedBook(instId: string) {
  const sides = { bids: new Map<number, [string, string]>(), asks: new Map<number, [string, string]>() };
  for (const { data } of framesOf('books', instId))
    for (const side of ['bids', 'asks'] as const)
      for (const [price, quantity] of data[0]?.[side] ?? [])
        if (Number(quantity) === 0) sides[side].delete(Number(price));
        else sides[side].set(Number(price), [price, quantity]);
  const best = (side: 'bids' | 'asks', sign: number) =>
    [...sides[side]]
      .sort(([left], [right]) => sign * (left - right))
      .slice(0, 50)
      .map(([, level]) => level);
  return { bids: best('bids', -1), asks: best('asks', 1) };
}

(FILE ? describe : describe.skip)('the OKX recording', () => {
  const open: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });

  async function play(sink: RecordingSink, prepare: (server: ReplayServer) => void = () => undefined) {
    const server = new ReplayServer(loadRecording(String(FILE)), { speed: SPEED, graceMs: null });
    const address = await server.listen();
    const feed = new OkxFeed({
      streamUrl: address.replace('http', 'ws'),
      restUrl: address,
      clock: new SystemClock(),
      bookEveryMs: 0,
      resyncEveryMs: 50,
      connection: { backoffBaseMs: 20 },
    });
    open.push({ stop: () => server.close() }, feed);
    prepare(server);
    await feed.start([SPOT], sink);
    await until(() => server.subscriptions === 3, 'all channels');
    server.begin();
    return { server, feed };
  }

  async function finished(server: ReplayServer, sink: RecordingSink): Promise<void> {
    await until(() => server.ended, 'the end of the recording');
    for (let before = -1; before !== sink.events.length; ) {
      before = sink.events.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it.each(BOOKS)('keeps the book of %s in agreement with the venue’s checksum at every message', (instId) => {
    const book = new OkxBook();
    const frames = framesOf('books', instId);
    expect(frames.length).toBeGreaterThan(90);
    for (const [place, frame] of frames.entries()) {
      const message = readOkxFrame(JSON.stringify(frame));
      if (message.kind !== 'book') throw new Error('no book');
      expect(message.checksum).toBe(frame.data[0]?.checksum);
      expect([place, book.take(message)]).toEqual([place, 'apply']);
    }
    expect(book.book.top(50)).toEqual(mergedBook(instId));
  });

  it('notices a missing message by the checksum alone, unless it touched none of the best 25 levels', () => {
    const frames = framesOf('books', 'BTC-USDT').map((frame) => readOkxFrame(JSON.stringify(frame)));
    const noticed = (missing: number): boolean => {
      const book = new OkxBook();
      return frames.some(
        (message, place) => place !== missing && message.kind === 'book' && book.take(message) === 'gap',
      );
    };
    const found = frames.slice(1, 60).filter((_message, place) => noticed(place + 1)).length;
    expect(found).toBeGreaterThan(40);
  });

  it('goes through the live adapter: book, trades and tickers as published', async () => {
    const sink = new RecordingSink();
    const { server, feed } = await play(sink);
    expect(await feed.probe(1000)).toBe(true);
    await finished(server, sink);
    expect(sink.noticesOf('gap')).toEqual([]);
    // The recording is of before bars were served apart: that they are refused is the only complaint.
    expect(sink.noticesOf('unreadable')).toEqual([
      { kind: 'unreadable', venue: 'okx', reason: expect.stringContaining('candle1m') },
    ]);
    expect(sink.of('book', KEY).at(-1)).toMatchObject(mergedBook('BTC-USDT'));
    for (const { bids, asks } of sink.of('book', KEY)) expect(Number(bids[0]?.[0])).toBeLessThan(Number(asks[0]?.[0]));
    expect(sink.of('trade', KEY).map((one) => [one.id, one.price, one.quantity, one.side, one.at])).toEqual(
      framesOf('trades', 'BTC-USDT').flatMap(({ data }) =>
        data.map(({ tradeId, px, sz, side, ts }) => [tradeId, px, sz, side, Number(ts)]),
      ),
    );
    expect(sink.of('ticker', KEY).map(({ fields }) => [fields.last, fields.bid, fields.ask, fields.volume24h])).toEqual(
      framesOf('tickers', 'BTC-USDT').map(({ data }) => [
        data[0]?.last,
        data[0]?.bidPx,
        data[0]?.askPx,
        data[0]?.vol24h,
      ]),
    );
  });

  it('notices a book message that was dropped on purpose, asks anew and ends in the same state', async () => {
    const sink = new RecordingSink();
    const drop = { topic: 'books:BTC-USDT', countdown: 30 };
    const { server } = await play(sink, ({ faults }) => faults.drops.push(drop));
    await finished(server, sink);
    const gap = { kind: 'gap', venue: 'okx', instrument: KEY, what: 'book' };
    expect([sink.noticesOf('gap'), sink.noticesOf('healed')]).toEqual([[gap], [{ ...gap, kind: 'healed' }]]);
    expect(sink.of('book', KEY).at(-1)).toMatchObject(mergedBook('BTC-USDT'));
  });

  it('comes back after a cut to the exchange’s state', async () => {
    const sink = new RecordingSink();
    const { server } = await play(sink);
    await until(() => sink.of('book').length > 20, 'some books');
    server.cut();
    await finished(server, sink);
    expect(sink.of('book', KEY).at(-1)).toMatchObject(mergedBook('BTC-USDT'));
    const ids = sink.of('trade').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
