import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../platform/clock/clock.js';
import { BinanceFeed } from '../../platform/feeds/binance/binance.feed.js';
import { loadRecording } from '../../platform/feeds/replay/recording.js';
import { ReplayServer } from '../../platform/feeds/replay/replay-server.js';
import { RecordingSink, until } from '../fakes/recording-sink.js';
import { sharedFile } from '../recordings.js';

const SPEED = 10;
const CASES = [
  {
    name: 'spot',
    file: 'frames/BINANCE.jsonl.gz',
    category: 'spot',
    streams: 4,
    symbols: ['NKNUSDT', 'BLZETH', 'LRCBTC', 'RUNEEUR'],
  },
  {
    name: 'USD-M futures',
    file: 'frames/BINANCE_FUTURES.jsonl.gz',
    category: 'linear',
    streams: 5,
    symbols: ['SUSHIUSDT', 'AKROUSDT', 'KEEPUSDT', 'CTKUSDT'],
  },
];

type Level = [string, string];
interface Depth {
  s: string;
  U: number;
  u: number;
  pu?: number;
  b: Level[];
  a: Level[];
}
interface Published {
  depths: Depth[];
  snapshots: Map<string, { lastUpdateId: number; bids: Level[]; asks: Level[] }>;
  trades: { s: string; a: number; p: string; q: string; m: boolean; T: number }[];
  bars: { s: string; k: { t: number; o: string; c: string; v: string; n: number; x: boolean } }[];
}

/** Straight from the file, with none of the product's code. */
function readFile(file: string): Published {
  const published: Published = { depths: [], snapshots: new Map(), trades: [], bars: [] };
  for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n')) {
    const { t, url, data } = JSON.parse(line) as Record<string, string>;
    if (t === 'http' && url?.includes('/depth?'))
      published.snapshots.set(String(new URL(url).searchParams.get('symbol')), JSON.parse(String(data)));
    if (t !== 'recv') continue;
    const { data: event } = JSON.parse(String(data)) as { data: { e?: string } };
    if (event.e === 'depthUpdate') published.depths.push(event as unknown as Depth);
    if (event.e === 'aggTrade') published.trades.push(event as unknown as Published['trades'][0]);
    if (event.e === 'kline') published.bars.push(event as unknown as Published['bars'][0]);
  }
  return published;
}

function mergedBook({ snapshots, depths }: Published, symbol: string, upTo = Number.POSITIVE_INFINITY) {
  const snapshot = snapshots.get(symbol);
  if (!snapshot) throw new Error(`no snapshot of ${symbol}`);
  const side = (levels: Level[]) => new Map(levels.map((level) => [Number(level[0]), level]));
  const [bids, asks] = [side(snapshot.bids), side(snapshot.asks)];
  let sequence = snapshot.lastUpdateId;
  for (const { s, u, b, a } of depths) {
    if (s !== symbol || u <= snapshot.lastUpdateId || u > upTo) continue;
    for (const [levels, table] of [
      [b, bids],
      [a, asks],
    ] as const)
      for (const level of levels)
        if (Number(level[1]) === 0) table.delete(Number(level[0]));
        else table.set(Number(level[0]), level);
    sequence = u;
  }
  const sorted = (table: Map<number, Level>, sign: number): Level[] =>
    [...table]
      .sort(([left], [right]) => sign * (left - right))
      .map(([, level]) => level)
      .slice(0, 50);
  return { sequence, bids: sorted(bids, -1), asks: sorted(asks, 1) };
}

for (const { name, file, category, streams, symbols } of CASES) {
  const found = sharedFile(file);
  (found ? describe : describe.skip)(`the Binance ${name} recording through the live adapter`, () => {
    const open: { stop(): Promise<void> }[] = [];
    const members = symbols.map((symbol) => ({ venue: 'binance', category, symbol }));
    const keyOf = (symbol: string): string => `binance:${category}:${symbol}`;

    afterEach(async () => {
      for (const one of open.splice(0).reverse()) await one.stop();
    });

    async function play(sink: RecordingSink, prepare: (server: ReplayServer) => void = () => undefined) {
      const server = new ReplayServer(loadRecording(String(found)), { speed: SPEED, graceMs: null });
      const address = await server.listen();
      const stream = address.replace('http', 'ws');
      const feed = new BinanceFeed({
        spotStreamUrl: stream,
        spotRestUrl: address,
        futuresStreamUrl: stream,
        futuresRestUrl: address,
        clock: new SystemClock(),
        bookEveryMs: 0,
        restEveryMs: 20,
        connection: { backoffBaseMs: 20 },
      });
      open.push({ stop: () => server.close() }, feed);
      prepare(server);
      await feed.start(members, sink);
      await until(() => server.subscriptions === symbols.length * streams, 'all streams');
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

    it('assembles every book from the snapshot inside the stream, and hands on trades and bars', async () => {
      const published = readFile(String(found));
      const sink = new RecordingSink();
      const { server, feed } = await play(sink);
      expect(await feed.probe(1000)).toBe(true);
      await finished(server, sink);
      expect(sink.noticesOf('gap')).toEqual([]);
      expect(sink.noticesOf('unreadable')).toEqual([]);
      for (const symbol of symbols) {
        const numbers = published.depths.filter(({ s }) => s === symbol).map(({ u }) => u);
        const { lastUpdateId } = published.snapshots.get(symbol) ?? { lastUpdateId: 0 };
        expect(lastUpdateId).toBeGreaterThanOrEqual(numbers[0] ?? Number.POSITIVE_INFINITY);
        expect(lastUpdateId).toBeLessThan(numbers.at(-1) ?? 0);
        const books = sink.of('book', keyOf(symbol));
        expect([symbol, books.at(-1)]).toEqual([symbol, expect.objectContaining(mergedBook(published, symbol))]);
        for (const book of books) {
          expect(Number(book.bids[0]?.[0])).toBeLessThan(Number(book.asks[0]?.[0]));
          // Every state on the way, not only the last.
          expect(book).toEqual(expect.objectContaining(mergedBook(published, symbol, book.sequence)));
        }
        expect(
          sink.of('trade', keyOf(symbol)).map((one) => [one.id, one.price, one.quantity, one.side, one.at]),
        ).toEqual(
          published.trades
            .filter(({ s }) => s === symbol)
            .map(({ a, p, q, m, T }) => [String(a), p, q, m ? 'sell' : 'buy', T]),
        );
        const bars = sink.of('bar', keyOf(symbol)).map(({ bar }) => bar);
        expect(
          bars.map(({ openAt, open: first, close, volume, trades, closed }) => [
            openAt,
            first,
            close,
            volume,
            trades,
            closed,
          ]),
        ).toEqual(published.bars.filter(({ s }) => s === symbol).map(({ k }) => [k.t, k.o, k.c, k.v, k.n, k.x]));
      }
      expect(sink.of('trade').length).toBeGreaterThan(0);
      expect(sink.of('bar').length).toBeGreaterThan(0);
    });

    it('notices a depth frame that was dropped on purpose, fetches the book again and ends in the same state', async () => {
      const published = readFile(String(found));
      const [symbol] = symbols;
      if (!symbol) throw new Error('no symbol');
      const sink = new RecordingSink();
      const drop = { topic: `${symbol.toLowerCase()}@depth@100ms`, countdown: 30 };
      const { server } = await play(sink, ({ faults }) => faults.drops.push(drop));
      await finished(server, sink);
      const gap = { kind: 'gap', venue: 'binance', instrument: keyOf(symbol), what: 'book' };
      expect(sink.noticesOf('gap')).toEqual([gap]);
      expect(sink.noticesOf('healed')).toEqual([{ ...gap, kind: 'healed' }]);
      expect(sink.of('book', keyOf(symbol)).at(-1)).toEqual(expect.objectContaining(mergedBook(published, symbol)));
    });

    it('comes back after a cut to the exchange’s state', async () => {
      const published = readFile(String(found));
      const sink = new RecordingSink();
      const { server } = await play(sink);
      await until(() => sink.of('book').length > 50, 'some books');
      server.cut();
      await finished(server, sink);
      for (const symbol of symbols)
        expect([symbol, sink.of('book', keyOf(symbol)).at(-1)]).toEqual([
          symbol,
          expect.objectContaining(mergedBook(published, symbol)),
        ]);
      const ids = sink.of('trade').map(({ instrument, id }) => `${instrument} ${id}`);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });
}
