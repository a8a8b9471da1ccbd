import { OkxBook } from '../okx/okx-book.js';
import { type OkxBookMessage, readOkxFrame, readOkxRow } from '../okx/okx-frames.js';
import { isFields } from '../venue-json.js';
import { type OkxArgument, okxTopic, type RecordedFrame, type RecordedReply, type Recording } from './recording.js';
import { json, type RequestOutcome, type RestReply, SNAPSHOT_LEVELS, type VenueDialect } from './venue-dialect.js';

const PATHS = ['/ws/v5/public', '/ws/v5/business'];
const NOTHING: RequestOutcome = { replies: [], subscribe: [], unsubscribe: [] };

/** OKX v5 public streams and market REST, from a recording. */
export class OkxDialect implements VenueDialect {
  private readonly recorded: Set<string>;
  private readonly replies: RecordedReply[];
  private readonly books = new Map<string, { book: OkxBook; last: OkxBookMessage }>();
  private readonly tickers = new Map<string, string>();
  private readonly bars = new Map<string, Map<number, string[]>>();

  constructor({ frames, replies }: Recording) {
    this.recorded = new Set(frames.map(({ topic }) => topic));
    this.replies = replies;
  }

  open({ pathname }: URL): { channel: string; topics: string[] } | null {
    return PATHS.includes(pathname) ? { channel: pathname, topics: [] } : null;
  }

  channelOf({ path }: RecordedFrame): string {
    return path;
  }

  request(_channel: string, text: string): RequestOutcome {
    if (text === 'ping') return { ...NOTHING, replies: ['pong'] };
    const { op, args } = readRequest(text);
    if (op !== 'subscribe' && op !== 'unsubscribe')
      return { ...NOTHING, replies: [refusal('Illegal request', '60012')] };
    const known = args.filter((arg) => this.recorded.has(okxTopic(arg)));
    const unknown = args.filter((arg) => !known.includes(arg));
    const replies = [
      ...known.map((arg) => JSON.stringify({ event: op, arg, connId: 'replay' })),
      ...unknown.map(({ channel, instId }) => refusal(`channel:${channel},instId:${instId} doesn't exist`, '60018')),
    ];
    return { ...NOTHING, replies, [op]: known.map(okxTopic) };
  }

  observe({ topic, text }: RecordedFrame): void {
    if (topic.startsWith('books:')) this.observeBook(topic, text);
    else if (topic.startsWith('candle1m:')) this.observeBars(topic.slice('candle1m:'.length), text);
    else if (!topic.startsWith('trades:')) this.tickers.set(topic, text);
  }

  snapshot(_channel: string, topic: string): string | null {
    const held = this.books.get(topic);
    if (!held) return this.tickers.get(topic) ?? null;
    const { book, last } = held;
    const [channel = '', instId = ''] = topic.split(':');
    const numbers = last.sequence ? { seqId: book.book.sequence, prevSeqId: -1 } : {};
    const checksum = last.checksum === null ? {} : { checksum: book.checksum() };
    const data = [{ ...book.book.top(SNAPSHOT_LEVELS), ts: String(last.at), ...numbers, ...checksum }];
    return JSON.stringify({ arg: { channel, instId }, action: 'snapshot', data });
  }

  rest({ pathname, searchParams }: URL): RestReply | null {
    if (pathname === '/api/v5/market/candles' || pathname === '/api/v5/market/history-candles')
      return this.candles(searchParams);
    if (pathname !== '/api/v5/public/instruments') return null;
    const wanted = searchParams.get('instType');
    const found = this.replies.find(
      ({ address }) => address.pathname === pathname && address.searchParams.get('instType') === wanted,
    );
    return found
      ? { status: 200, body: found.text }
      : json({ code: '51000', msg: 'Parameter instType error', data: [] });
  }

  private candles(query: URLSearchParams): RestReply {
    const rows = query.get('bar') === '1m' ? this.bars.get(query.get('instId') ?? '') : undefined;
    const before = Number(query.get('before') ?? 0);
    const after = Number(query.get('after') ?? Number.MAX_SAFE_INTEGER);
    const data = [...(rows ?? [])]
      .filter(([openAt]) => openAt > before && openAt < after)
      .sort(([left], [right]) => right - left)
      .slice(0, Math.min(100, Number(query.get('limit') ?? 100)))
      .map(([, row]) => row);
    return json({ code: '0', msg: '', data });
  }

  private observeBook(topic: string, text: string): void {
    const message = readOkxFrame(text);
    if (message.kind !== 'book') return;
    const book = this.books.get(topic)?.book ?? new OkxBook();
    book.take(message);
    if (book.book.sequence === null) this.books.delete(topic);
    else this.books.set(topic, { book, last: message });
  }

  private observeBars(symbol: string, text: string): void {
    const rows = this.bars.get(symbol) ?? new Map<number, string[]>();
    this.bars.set(symbol, rows);
    for (const row of (JSON.parse(text) as { data: string[][] }).data) rows.set(readOkxRow(row, symbol).openAt, row);
  }
}

function refusal(msg: string, code: string): string {
  return JSON.stringify({ event: 'error', msg, code, connId: 'replay' });
}

function readRequest(text: string): { op: string; args: OkxArgument[] } {
  let message: unknown = null;
  try {
    message = JSON.parse(text);
  } catch {
    // Answered like any other request that makes no sense.
  }
  if (!isFields(message) || typeof message.op !== 'string' || !Array.isArray(message.args)) return { op: '', args: [] };
  const args = message.args.filter(
    (one): one is OkxArgument & Record<string, unknown> =>
      isFields(one) && typeof one.channel === 'string' && typeof one.instId === 'string',
  );
  return { op: message.op, args };
}
