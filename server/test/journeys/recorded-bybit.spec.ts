import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../platform/clock/clock.js';
import { BybitFeed } from '../../platform/feeds/bybit/bybit.feed.js';
import type { Instrument, TickerFields } from '../../platform/feeds/feed.js';
import { instrumentKey } from '../../platform/feeds/feed.js';
import { loadRecording, type Recording } from '../../platform/feeds/replay/recording.js';
import { ReplayServer } from '../../platform/feeds/replay/replay-server.js';
import { RecordingSink, until } from '../fakes/recording-sink.js';
import { sharedFile } from '../recordings.js';

const FILE = sharedFile('frames/BYBIT.jsonl.gz');
const SPEED = 25;
/** Slow enough that the adapter is back from a cut before the recording ends, on a busy machine too. */
const SPEED_WITH_CUTS = 6;
const bybit = (category: string, symbol: string): Instrument => ({ venue: 'bybit', category, symbol });
const INSTRUMENTS = [
  ...['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'DOGEUSDT'].map((symbol) => bybit('linear', symbol)),
  ...['BTCUSDT', 'ETHUSDT'].map((symbol) => bybit('spot', symbol)),
];
const TOPICS = INSTRUMENTS.length * 4;
/** The venue's name of each figure, written down a second time so that the adapter's table is checked, not trusted. */
const NAMES: [keyof TickerFields, string][] = [
  ['last', 'lastPrice'],
  ['mark', 'markPrice'],
  ['index', 'indexPrice'],
  ['bid', 'bid1Price'],
  ['bidQuantity', 'bid1Size'],
  ['ask', 'ask1Price'],
  ['askQuantity', 'ask1Size'],
  ['open24h', 'prevPrice24h'],
  ['high24h', 'highPrice24h'],
  ['low24h', 'lowPrice24h'],
  ['volume24h', 'volume24h'],
  ['quoteVolume24h', 'turnover24h'],
  ['fundingRate', 'fundingRate'],
  ['nextFundingAt', 'nextFundingTime'],
  ['openInterest', 'openInterest'],
];

interface Sent {
  key: string;
  channel: string;
  type: string;
  // The venue's message as it stands in the file.
  message: { ts: number; data: never };
}

/** Straight from the file, with none of the product's code. */
function readFile(file: string): Sent[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  const paths = new Map<string, string>();
  const sent: Sent[] = [];
  for (const line of lines) {
    const { t, conn, addr, data } = JSON.parse(line) as Record<string, string>;
    if (t === 'connect') paths.set(String(conn), String(addr).split('/').at(-1) ?? '');
    if (t !== 'recv') continue;
    const message = JSON.parse(String(data)) as { topic?: string; type: string; ts: number; data: never };
    if (!message.topic) continue;
    const [channel, ...rest] = message.topic.split('.');
    const key = `bybit:${paths.get(String(conn))}:${rest.at(-1)}`;
    sent.push({ key, channel: String(channel), type: message.type, message });
  }
  return sent;
}

const of = (sent: Sent[], channel: string, key: string): Sent[] =>
  sent.filter((one) => one.channel === channel && one.key === key);

function mergedTicker(sent: Sent[], key: string): TickerFields {
  const merged: Record<string, string> = {};
  for (const { message } of of(sent, 'tickers', key)) Object.assign(merged, message.data);
  const fields: Record<string, unknown> = {};
  for (const [field, name] of NAMES) {
    const value = merged[name];
    if (value !== undefined && value !== '') fields[field] = field === 'nextFundingAt' ? Number(value) : value;
  }
  return fields as TickerFields;
}

type Level = [string, string];

function mergedBook(sent: Sent[], key: string, upTo = Number.POSITIVE_INFINITY) {
  let bids = new Map<number, Level>();
  let asks = new Map<number, Level>();
  let sequence = 0;
  for (const { type, message } of of(sent, 'orderbook', key)) {
    const { b, a, u } = message.data as { b: Level[]; a: Level[]; u: number };
    if (u > upTo) break;
    if (type === 'snapshot') [bids, asks] = [new Map(), new Map()];
    for (const [side, levels] of [
      [bids, b],
      [asks, a],
    ] as const)
      for (const level of levels)
        if (Number(level[1]) === 0) side.delete(Number(level[0]));
        else side.set(Number(level[0]), level);
    sequence = u;
  }
  const sorted = (side: Map<number, Level>, sign: number): Level[] =>
    [...side]
      .sort(([left], [right]) => sign * (left - right))
      .map(([, level]) => level)
      .slice(0, 50);
  return { sequence, bids: sorted(bids, -1), asks: sorted(asks, 1) };
}

(FILE ? describe : describe.skip)('the Bybit recording through the live adapter', () => {
  let recording: Recording;
  let sent: Sent[];
  const open: { stop(): Promise<void> }[] = [];

  beforeAll(() => {
    recording = loadRecording(String(FILE));
    sent = readFile(String(FILE));
  });

  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });

  async function play(sink: RecordingSink, prepare: (server: ReplayServer) => void = () => undefined, speed = SPEED) {
    const server = new ReplayServer(recording, { speed, graceMs: null });
    const address = await server.listen();
    const feed = new BybitFeed({
      streamUrl: address.replace('http', 'ws'),
      restUrl: address,
      clock: new SystemClock(),
      bookEveryMs: 0,
      connection: { backoffBaseMs: 20 },
    });
    open.push({ stop: () => server.close() }, feed);
    prepare(server);
    await feed.start(INSTRUMENTS, sink);
    await until(() => server.subscriptions === TOPICS, 'all subscriptions');
    server.begin();
    return { server, feed };
  }

  function expectFinalState(sink: RecordingSink): void {
    for (const instrument of INSTRUMENTS) {
      const key = instrumentKey(instrument);
      expect([key, sink.of('ticker', key).at(-1)?.fields]).toEqual([key, mergedTicker(sent, key)]);
      const { sequence, bids, asks } = mergedBook(sent, key);
      expect([key, sink.of('book', key).at(-1)]).toEqual([key, expect.objectContaining({ sequence, bids, asks })]);
    }
  }

  it('hands on everything as the exchange said it', async () => {
    const sink = new RecordingSink();
    const { server } = await play(sink);
    await until(() => server.ended, 'the end of the recording');
    const bookFrames = sent.filter(({ channel }) => channel === 'orderbook').length;
    await until(() => sink.of('book').length === bookFrames, 'the last book');
    expect(sink.noticesOf('gap')).toEqual([]);
    expect(sink.noticesOf('unreadable')).toEqual([]);
    expectFinalState(sink);
    for (const instrument of INSTRUMENTS) {
      const key = instrumentKey(instrument);
      expectBooksSound(sink, key);
      expectTradesOnce(sink, key);
      expectBars(sink, key);
    }
  });

  function expectBooksSound(sink: RecordingSink, key: string): void {
    const books = sink.of('book', key);
    expect(books.length).toBeGreaterThan(100);
    books.forEach((book, index) => {
      const former = books[index - 1];
      if (former) expect(book.sequence).toBe(former.sequence + 1);
      expect(Number(book.bids[0]?.[0])).toBeLessThan(Number(book.asks[0]?.[0]));
    });
    // Not only the last: one in the middle, as an independent merge gives it.
    const middle = books[Math.floor(books.length / 2)];
    expect(middle).toEqual(expect.objectContaining(mergedBook(sent, key, middle?.sequence)));
  }

  function expectTradesOnce(sink: RecordingSink, key: string): void {
    const published = of(sent, 'publicTrade', key).flatMap(
      ({ message }) => message.data as { i: string; p: string; v: string; S: string; T: number }[],
    );
    const expected = published.map(({ i, p, v, S, T }) => [i, p, v, S.toLowerCase(), T]);
    expect(sink.of('trade', key).map(({ id, price, quantity, side, at }) => [id, price, quantity, side, at])).toEqual(
      expected,
    );
  }

  function expectBars(sink: RecordingSink, key: string): void {
    const published = of(sent, 'kline', key).flatMap(
      ({ message }) => message.data as { start: number; close: string; volume: string; confirm: boolean }[],
    );
    const expected = published.map(({ start, close, volume, confirm }) => [start, close, volume, confirm]);
    expect(expected.some(([, , , confirm]) => confirm)).toBe(true);
    expect(sink.of('bar', key).map(({ bar }) => [bar.openAt, bar.close, bar.volume, bar.closed])).toEqual(expected);
  }

  it('notices a book frame that was dropped on purpose, and heals', async () => {
    const sink = new RecordingSink();
    const topic = 'orderbook.200.BTCUSDT';
    const { server } = await play(sink, ({ faults }) => faults.drops.push({ topic, countdown: 100 }));
    await until(() => server.ended, 'the end of the recording');
    await until(() => sink.of('book').at(-1) !== undefined, 'books');
    const gaps = sink.noticesOf('gap');
    expect(gaps).toHaveLength(1);
    const [gap] = gaps;
    const { instrument } = gap as { instrument: string };
    expect(gap).toEqual({ kind: 'gap', venue: 'bybit', instrument, what: 'book' });
    expect(['bybit:linear:BTCUSDT', 'bybit:spot:BTCUSDT']).toContain(instrument);
    expect(sink.noticesOf('healed')).toEqual([{ ...gap, kind: 'healed' }]);
    await settled(sink);
    expectFinalState(sink);
  });

  it('comes back after cuts to the exchange’s state, with no trade twice', async () => {
    const sink = new RecordingSink();
    const { server } = await play(sink, undefined, SPEED_WITH_CUTS);
    for (const events of [1500, 3000]) {
      await until(() => sink.events.length > events || server.ended, 'some traffic');
      server.cut();
      await until(() => server.subscriptions === TOPICS, 'all subscriptions again');
    }
    expect(server.ended).toBe(false);
    await until(() => server.ended, 'the end of the recording', 30_000);
    await settled(sink);
    expect(sink.noticesOf('disconnected')).toHaveLength(4);
    expect(sink.noticesOf('connected')).toHaveLength(6);
    expect(sink.noticesOf('gap').map((notice) => 'what' in notice && notice.what)).toEqual(
      expect.arrayContaining(['book', 'trades', 'ticker']),
    );
    const ids = sink.of('trade').map(({ instrument, id }) => `${instrument} ${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    expectFinalState(sink);
  });

  it('fetches a ticker again whose delta could not be read', async () => {
    const sink = new RecordingSink();
    // The last change of the last price: no later delta puts it right.
    const last = recording.frames
      .filter(({ topic, path }) => topic === 'tickers.BTCUSDT' && path.endsWith('linear'))
      .findLast(({ text }) => text.includes('"lastPrice"'));
    const { server } = await play(sink, ({ faults }) => {
      faults.distort = (text) => (text === last?.text ? text.replace('"lastPrice":"', '"lastPrice":"x') : text);
    });
    await until(() => server.ended, 'the end of the recording');
    await settled(sink);
    expect(sink.noticesOf('gap')).toEqual([
      { kind: 'gap', venue: 'bybit', instrument: 'bybit:linear:BTCUSDT', what: 'ticker' },
    ]);
    expect(sink.noticesOf('healed')).toHaveLength(1);
    expectFinalState(sink);
  });

  /** Waits until what was sent has been read. */
  async function settled(sink: RecordingSink): Promise<void> {
    for (let before = -1; before !== sink.events.length; ) {
      before = sink.events.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('answers the venue’s REST from the bars of the recording', async () => {
    const sink = new RecordingSink();
    const { server, feed } = await play(sink);
    expect(await feed.probe(1000)).toBe(true);
    await until(() => server.ended, 'the end of the recording');
    const closed = of(sent, 'kline', 'bybit:linear:BTCUSDT')
      .flatMap(({ message }) => message.data as Record<string, string & boolean>[])
      .find(({ confirm }) => confirm);
    const btc = bybit('linear', 'BTCUSDT');
    const openAt = Number(closed?.start);
    const bars = await feed.history(btc, '1min', openAt - 600_000, openAt + 600_000);
    expect(bars.map((bar) => bar.openAt)).toEqual([openAt, openAt + 60_000]);
    expect(bars[0]).toEqual({
      openAt,
      open: closed?.open,
      high: closed?.high,
      low: closed?.low,
      close: closed?.close,
      volume: closed?.volume,
      quoteVolume: closed?.turnover,
      trades: null,
      closed: true,
    });
    expect(await feed.history(btc, '60min', openAt - 86_400_000, openAt)).toEqual([]);
  });
});
