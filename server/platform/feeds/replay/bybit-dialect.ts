import type { BookLevel } from '../feed.js';
import { bybitSequence, OrderBook } from '../order-book.js';
import { isFields } from '../venue-json.js';
import type { RecordedFrame, RecordedReply, Recording } from './recording.js';
import { json, type RequestOutcome, type RestReply, SNAPSHOT_LEVELS, type VenueDialect } from './venue-dialect.js';

interface BookFrame {
  topic: string;
  type: 'snapshot' | 'delta';
  ts: number;
  cts: number;
  data: { s: string; b: BookLevel[]; a: BookLevel[]; u: number; seq: number };
}
interface TickerFrame {
  topic: string;
  type: 'snapshot' | 'delta';
  ts: number;
  cs: number;
  data: Record<string, string>;
}
interface BarFrame {
  data: { start: number; open: string; high: string; low: string; close: string; volume: string; turnover: string }[];
}

/** Bybit v5 public streams and market REST, from a recording. */
export class BybitDialect implements VenueDialect {
  private readonly recorded: Set<string>;
  private readonly lists: RecordedReply[];
  private readonly books = new Map<string, { book: OrderBook; last: BookFrame }>();
  private readonly tickers = new Map<string, TickerFrame>();
  /** Rows of the kline reply by channel and symbol, by start. */
  private readonly bars = new Map<string, Map<number, string[]>>();

  constructor({ frames, replies }: Recording) {
    this.recorded = new Set(frames.map(({ path, topic }) => `${path} ${topic}`));
    this.lists = replies;
  }

  open({ pathname }: URL): { channel: string; topics: string[] } | null {
    return /^\/v5\/public\/(spot|linear|inverse|option)$/.test(pathname) ? { channel: pathname, topics: [] } : null;
  }

  channelOf(frame: RecordedFrame): string {
    return frame.path;
  }

  request(channel: string, text: string): RequestOutcome {
    const { op, args, req_id } = readRequest(text);
    const reply = (success: boolean, ret_msg: string, rest: object = {}): string =>
      JSON.stringify({ success, ret_msg, conn_id: 'replay', req_id: req_id ?? '', op, ...rest });
    if (op === 'ping') return { replies: [reply(true, 'pong')], subscribe: [], unsubscribe: [] };
    if (op === 'unsubscribe') return { replies: [reply(true, '')], subscribe: [], unsubscribe: args };
    if (op !== 'subscribe') return { replies: [reply(false, `Unknown op ${op}`)], subscribe: [], unsubscribe: [] };
    const known = args.filter((topic) => this.recorded.has(`${channel} ${topic}`));
    if (known.length > 0) return { replies: [reply(true, 'subscribe')], subscribe: known, unsubscribe: [] };
    const refusal = `error:handler not found,topic:${args.join(',')}`;
    return { replies: [reply(false, refusal)], subscribe: [], unsubscribe: [] };
  }

  observe({ path, topic, text }: RecordedFrame): void {
    const key = `${path} ${topic}`;
    if (topic.startsWith('orderbook.')) this.observeBook(key, JSON.parse(text) as BookFrame);
    if (topic.startsWith('tickers.')) this.observeTicker(key, JSON.parse(text) as TickerFrame);
    if (topic.startsWith('kline.1.')) this.observeBars(`${path} ${topic.slice(8)}`, JSON.parse(text) as BarFrame);
  }

  snapshot(channel: string, topic: string): string | null {
    const key = `${channel} ${topic}`;
    const ticker = this.tickers.get(key);
    if (ticker) return JSON.stringify({ ...ticker, type: 'snapshot' });
    const held = this.books.get(key);
    if (!held) return null;
    const { bids: b, asks: a } = held.book.top(SNAPSHOT_LEVELS);
    return JSON.stringify({ ...held.last, type: 'snapshot', data: { ...held.last.data, b, a } });
  }

  rest(address: URL): RestReply | null {
    if (address.pathname === '/v5/market/kline') return this.kline(address.searchParams);
    if (address.pathname !== '/v5/market/instruments-info') return null;
    const category = address.searchParams.get('category');
    const found = this.lists.find(
      (reply) => reply.address.pathname === address.pathname && reply.address.searchParams.get('category') === category,
    );
    return found ? { status: 200, body: found.text } : json({ retCode: 10001, retMsg: 'params error', result: {} });
  }

  private kline(query: URLSearchParams): RestReply {
    const symbol = query.get('symbol') ?? '';
    const category = query.get('category') ?? 'linear';
    const [start, end] = [Number(query.get('start') ?? 0), Number(query.get('end') ?? Number.MAX_SAFE_INTEGER)];
    const limit = Math.min(1000, Number(query.get('limit') ?? 200));
    const rows = query.get('interval') === '1' ? this.bars.get(`/v5/public/${category} ${symbol}`) : undefined;
    const list = [...(rows ?? [])]
      .filter(([openAt]) => openAt >= start && openAt <= end)
      .sort(([left], [right]) => right - left)
      .slice(0, limit)
      .map(([, row]) => row);
    return json({ retCode: 0, retMsg: 'OK', result: { category, symbol, list } });
  }

  private observeBook(key: string, last: BookFrame): void {
    const held = this.books.get(key)?.book ?? new OrderBook(bybitSequence);
    const { b: bids, a: asks, u } = last.data;
    if (last.type === 'snapshot') held.reset(u, bids, asks);
    else held.update({ first: u, last: u, bids, asks, at: last.ts });
    if (held.sequence === null) this.books.delete(key);
    else this.books.set(key, { book: held, last });
  }

  private observeTicker(key: string, frame: TickerFrame): void {
    const former = frame.type === 'snapshot' ? undefined : this.tickers.get(key);
    if (frame.type === 'delta' && !former) return;
    this.tickers.set(key, { ...frame, data: { ...former?.data, ...frame.data } });
  }

  private observeBars(key: string, { data }: BarFrame): void {
    const rows = this.bars.get(key) ?? new Map<number, string[]>();
    this.bars.set(key, rows);
    for (const { start, open, high, low, close, volume, turnover } of data)
      rows.set(start, [String(start), open, high, low, close, volume, turnover]);
  }
}

function readRequest(text: string): { op: string; args: string[]; req_id?: string } {
  let message: unknown = null;
  try {
    message = JSON.parse(text);
  } catch {
    // Answered like any other request that makes no sense.
  }
  if (!isFields(message)) return { op: '', args: [] };
  const args = Array.isArray(message.args) ? message.args.filter((one) => typeof one === 'string') : [];
  const request = { op: typeof message.op === 'string' ? message.op : '', args };
  return typeof message.req_id === 'string' ? { ...request, req_id: message.req_id } : request;
}
