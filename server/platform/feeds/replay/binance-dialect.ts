import { readBinanceDepth } from '../binance/binance-frames.js';
import type { BookLevel } from '../feed.js';
import { binanceFuturesSequence, binanceSpotSequence, OrderBook } from '../order-book.js';
import type { RecordedFrame, RecordedReply, Recording } from './recording.js';
import { json, type RequestOutcome, type RestReply, SNAPSHOT_LEVELS, type VenueDialect } from './venue-dialect.js';

interface DepthFrame {
  data: { s: string; E: number; T?: number; U: number; u: number; pu?: number; b: BookLevel[]; a: BookLevel[] };
}
interface BarFrame {
  data: {
    s: string;
    k: Record<'t' | 'T' | 'n', number> & Record<'o' | 'h' | 'l' | 'c' | 'v' | 'q' | 'V' | 'Q', string>;
  };
}

const CHANNEL = 'combined';
const STREAM_PATHS = ['/stream', '/public/stream', '/market/stream'];

/** Binance combined streams and market REST, spot or USD-M, from a recording. */
export class BinanceDialect implements VenueDialect {
  private readonly api: string;
  private readonly books = new Map<string, { book: OrderBook; recorded: RecordedReply; at: number }>();
  private readonly bars = new Map<string, Map<number, unknown[]>>();
  private readonly exchangeInfo: RecordedReply | undefined;

  constructor({ venue, replies }: Recording) {
    this.api = venue === 'binance' ? '/api/v3' : '/fapi/v1';
    this.exchangeInfo = replies.find(({ address }) => address.pathname === `${this.api}/exchangeInfo`);
    for (const recorded of replies) {
      if (recorded.address.pathname !== `${this.api}/depth`) continue;
      const book = new OrderBook(venue === 'binance' ? binanceSpotSequence : binanceFuturesSequence);
      const { last, bids, asks } = readBinanceDepth(JSON.parse(recorded.text));
      book.reset(last, bids, asks);
      this.books.set(recorded.address.searchParams.get('symbol') ?? '', { book, recorded, at: 0 });
    }
  }

  open({ pathname, searchParams }: URL): { channel: string; topics: string[] } | null {
    if (!STREAM_PATHS.includes(pathname)) return null;
    // The venue takes any well-formed stream name and sends nothing for those that do not exist.
    const streams = (searchParams.get('streams') ?? '').split('/');
    return { channel: CHANNEL, topics: streams.filter((stream) => stream.length > 0) };
  }

  channelOf(): string {
    return CHANNEL;
  }

  request(_channel: string, text: string): RequestOutcome {
    let request: { method?: string; params?: unknown; id?: unknown } = {};
    try {
      request = (JSON.parse(text) as typeof request | null) ?? {};
    } catch {
      // Answered like any other request that makes no sense.
    }
    const { method, params, id = null } = request;
    const streams = Array.isArray(params) ? params.filter((one) => typeof one === 'string') : [];
    const accepted = { replies: [JSON.stringify({ result: null, id })], subscribe: [], unsubscribe: [] };
    if (method === 'SUBSCRIBE') return { ...accepted, subscribe: streams };
    if (method === 'UNSUBSCRIBE') return { ...accepted, unsubscribe: streams };
    return { ...accepted, replies: [JSON.stringify({ code: 2, msg: 'Invalid request: unknown method', id })] };
  }

  observe({ topic, text }: RecordedFrame): void {
    if (topic.endsWith('@depth@100ms')) this.observeBook((JSON.parse(text) as DepthFrame).data);
    if (topic.endsWith('@kline_1m')) this.observeBar((JSON.parse(text) as BarFrame).data);
  }

  /** Binance sends no snapshots over its streams. */
  snapshot(): string | null {
    return null;
  }

  rest({ pathname, searchParams }: URL): RestReply | null {
    const symbol = searchParams.get('symbol') ?? '';
    if (pathname === `${this.api}/depth`) return this.depth(symbol);
    if (pathname === `${this.api}/klines`) return this.klines(symbol, searchParams);
    if (pathname === `${this.api}/ping`) return json({});
    if (pathname === `${this.api}/exchangeInfo` && this.exchangeInfo)
      return { status: 200, body: this.exchangeInfo.text };
    return null;
  }

  /** The recorded snapshot until the stream has passed it, then what it has become. */
  private depth(symbol: string): RestReply {
    const held = this.books.get(symbol);
    if (!held) return json({ code: -1121, msg: 'Invalid symbol.' }, 400);
    if (held.at === 0 || held.book.sequence === null) return { status: 200, body: held.recorded.text };
    const instants = this.api === '/fapi/v1' ? { E: held.at, T: held.at } : {};
    return json({ lastUpdateId: held.book.sequence, ...instants, ...held.book.top(SNAPSHOT_LEVELS) });
  }

  private klines(symbol: string, query: URLSearchParams): RestReply {
    const [start, end] = [Number(query.get('startTime') ?? 0), Number(query.get('endTime') ?? Number.MAX_SAFE_INTEGER)];
    const limit = Math.min(1000, Number(query.get('limit') ?? 500));
    const rows = query.get('interval') === '1m' ? this.bars.get(symbol) : undefined;
    const found = [...(rows ?? [])].filter(([openAt]) => openAt >= start && openAt <= end);
    return json(
      found
        .sort(([left], [right]) => left - right)
        .slice(0, limit)
        .map(([, row]) => row),
    );
  }

  private observeBook({ s, U: first, u: last, pu, b: bids, a: asks, E, T }: DepthFrame['data']): void {
    const held = this.books.get(s);
    if (!held) return;
    const update = { first, last, bids, asks, at: T ?? E };
    if (held.book.sequence === null) held.book.reset(...startOf(held.recorded));
    const verdict = held.book.update(pu === undefined ? update : { ...update, previous: pu });
    if (verdict === 'apply') held.at = update.at;
  }

  private observeBar({ s, k }: BarFrame['data']): void {
    const rows = this.bars.get(s) ?? new Map<number, unknown[]>();
    this.bars.set(s, rows);
    rows.set(k.t, [k.t, k.o, k.h, k.l, k.c, k.v, k.T, k.q, k.n, k.V, k.Q, '0']);
  }
}

function startOf(recorded: RecordedReply): [number, BookLevel[], BookLevel[]] {
  const { last, bids, asks } = readBinanceDepth(JSON.parse(recorded.text));
  return [last, bids, asks];
}
