import { type Clock, SystemClock } from '../../clock/clock.js';
import { Feed, type FeedSink, type Instrument, type VenueBar, type VenuePeriod } from '../feed.js';
import { InstrumentStream } from '../instrument-stream.js';
import { type ConnectionOptions, VenueConnection } from '../venue-connection.js';
import { collectBars, PERIOD_MS } from '../venue-history.js';
import { fields, list } from '../venue-json.js';
import { VenueRest } from '../venue-rest.js';
import { OkxBook } from './okx-book.js';
import { bookInBase, OkxContracts, tickerInBase, times } from './okx-contracts.js';
import { type OkxBookMessage, okxTopicOf, PERPETUAL, readOkxFrame, readOkxRow } from './okx-frames.js';

export interface OkxSettings {
  streamUrl: string;
  restUrl: string;
  /** The product's clock: stamps `receivedAt` and tells recent history from old. */
  clock: Clock;
  /** Least time between two `book` events of one instrument. */
  bookEveryMs?: number;
  /** What did not come is asked for again this often. */
  resyncEveryMs?: number;
  /** What the venue does not list is asked for again this often. */
  unlistedEveryMs?: number;
  connection?: ConnectionOptions;
}

const CATEGORIES = ['spot', 'linear'];
/** The venue closes a connection that was silent for 30 s (docs-v5, "WebSocket, Connect"). */
const HEARTBEAT_MS = 20_000;
const PING = 'ping';
/** 20 requests in 2 s are allowed for each path. */
const REST_EVERY_MS = 120;
/** A connection may ask 480 times an hour; two requests this often stay within it. */
const RESYNC_EVERY_MS = 15_000;
/** A venue lists new symbols on some days, and each refusal is told. */
const UNLISTED_EVERY_MS = 600_000;
const INTERVALS: Record<VenuePeriod, string> = { '1min': '1m', '60min': '1H', '1day': '1Dutc' };
/** Bars a page of the old history; the recent one, of 1,440 bars, would give more. */
const HISTORY_BARS = 100;
const RECENT_BARS = 1300;
const UNKNOWN_INSTRUMENT = '51001';
/** Bars are served apart from everything else. */
const ROUTES = [
  { path: '/ws/v5/public', name: '', quotes: true },
  { path: '/ws/v5/business', name: '/business', quotes: false },
];

interface Followed {
  stream: InstrumentStream;
  book: OkxBook;
}

/** One connection: a category's quotes, or its bars. */
interface Line {
  category: string;
  connection: VenueConnection;
  followed: Map<string, Followed>;
  quotes: boolean;
  /** When each book was last asked for anew, by the network's clock. */
  resyncs: Map<string, number>;
  /** What the venue does not list, and when it said so last on this connection, by the network's clock. */
  unlisted: Map<string, number>;
}

/** OKX v5 public streams: spot (`BTC-USDT`) and linear perpetuals (`BTC-USDT-SWAP`). */
export class OkxFeed extends Feed {
  readonly venue = 'okx';
  readonly simulated = false;
  private readonly rest: VenueRest;
  private readonly contracts: OkxContracts;
  private readonly networkClock: Clock;
  private readonly resyncEveryMs: number;
  private readonly unlistedEveryMs: number;
  private lines: Line[] = [];
  private resyncTimer: NodeJS.Timeout | null = null;

  constructor(private readonly settings: OkxSettings) {
    super();
    this.networkClock = settings.connection?.clock ?? new SystemClock();
    this.rest = new VenueRest(settings.restUrl, REST_EVERY_MS, this.networkClock, settings.connection?.reach);
    this.contracts = new OkxContracts(this.rest);
    this.resyncEveryMs = settings.resyncEveryMs ?? RESYNC_EVERY_MS;
    this.unlistedEveryMs = settings.unlistedEveryMs ?? UNLISTED_EVERY_MS;
  }

  probe(timeoutMs: number): Promise<boolean> {
    return this.rest.answers('/api/v5/public/time', timeoutMs);
  }

  async start(instruments: Instrument[], sink: FeedSink): Promise<void> {
    this.resyncTimer = setInterval(() => this.resync(sink), this.resyncEveryMs);
    for (const category of CATEGORIES) {
      const members = instruments.filter((one) => one.venue === this.venue && one.category === category);
      if (members.length > 0) this.follow(category, members, sink);
    }
    await Promise.all([this.loadContracts(sink), ...this.lines.map(({ connection }) => connection.start())]);
  }

  async stop(): Promise<void> {
    if (this.resyncTimer) clearInterval(this.resyncTimer);
    await Promise.all(this.lines.map(({ connection }) => connection.stop()));
    for (const { followed } of this.lines) for (const { stream } of followed.values()) stream.stop();
    this.lines = [];
  }

  history({ symbol }: Instrument, period: VenuePeriod, from: number, to: number): Promise<VenueBar[]> {
    const fetch = async (start: number, end: number): Promise<VenueBar[]> => {
      const recent = start > this.settings.clock.now() - RECENT_BARS * PERIOD_MS[period];
      const path = `/api/v5/market/${recent ? 'candles' : 'history-candles'}`;
      // Bars between the two instants, neither included.
      const range = { before: start - 1, after: end + 1, limit: HISTORY_BARS };
      const reply = fields(await this.rest.get(path, { instId: symbol, bar: INTERVALS[period], ...range }), 'reply');
      if (reply.code === UNKNOWN_INSTRUMENT) return [];
      if (reply.code !== '0') throw new Error(`okx refused the history of ${symbol}: ${String(reply.msg)}`);
      return list(reply.data, 'bars').map((row) => readOkxRow(row, symbol));
    };
    return collectBars(fetch, period, from, to, HISTORY_BARS);
  }

  private follow(category: string, members: Instrument[], sink: FeedSink): void {
    const settings = { sink, clock: this.settings.clock, bookEveryMs: this.settings.bookEveryMs ?? 50 };
    const followed = new Map(
      members.map((one) => [one.symbol, { stream: new InstrumentStream(one, settings), book: new OkxBook() }]),
    );
    for (const { path, name, quotes } of ROUTES) {
      const plan = {
        url: `${this.settings.streamUrl.replace(/\/$/, '')}${path}`,
        // One request a symbol: an unlisted symbol must not take others with it.
        subscriptions: () => members.map(({ symbol }) => subscription(symbol, quotes)),
        ping: PING,
        heartbeatMs: HEARTBEAT_MS,
      };
      this.lines.push(this.line(plan, `okx:${category}${name}`, { category, followed, quotes }, sink));
    }
  }

  private line(
    plan: ConstructorParameters<typeof VenueConnection>[0],
    label: string,
    carried: Pick<Line, 'category' | 'followed' | 'quotes'>,
    sink: FeedSink,
  ): Line {
    const named = { venue: this.venue, connection: label };
    const unreadable = (error: unknown): void =>
      sink.notice({ kind: 'unreadable', venue: this.venue, reason: messageOf(error) });
    const connection = new VenueConnection(
      plan,
      {
        opened: () => sink.notice({ kind: 'connected', ...named }),
        alive: () => {
          if (line.quotes) sink.notice({ kind: 'alive', ...named, books: this.wholeBooks(line) });
        },
        frame: (frame) => this.read(line, frame, unreadable),
        closed: (reason) => {
          forget(line);
          sink.notice({ kind: 'disconnected', ...named, reason });
        },
        failed: unreadable,
      },
      this.settings.connection,
    );
    const line: Line = { ...carried, connection, resyncs: new Map(), unlisted: new Map() };
    return line;
  }

  private wholeBooks({ category, followed }: Line): string[] {
    return [...followed.values()]
      .filter(({ book, stream }) => book.book.sequence !== null && this.sizeOf(category, stream) !== null)
      .map(({ stream }) => stream.key);
  }

  private sizeOf(category: string, { instrument }: InstrumentStream): string | null {
    return this.contracts.sizeOf(category, instrument.symbol);
  }

  private read(line: Line, frame: string, unreadable: (reason: unknown) => void): void {
    try {
      this.apply(line, frame, unreadable);
    } catch (error) {
      const damaged = okxTopicOf(frame);
      // Tickers are whole in every message, and books notice what is missing by themselves.
      if (damaged?.channel === 'trades') line.followed.get(damaged.symbol)?.stream.lost('trades');
      throw error;
    }
  }

  private apply(line: Line, frame: string, unreadable: (reason: unknown) => void): void {
    const message = readOkxFrame(frame);
    if (message.kind === 'other') return;
    if (message.kind === 'shutdown') return line.connection.rotate();
    if (message.kind === 'reply') {
      if (!message.accepted) unreadable(`refused: ${message.reason}`);
      if (message.unlisted !== null && line.followed.has(message.unlisted))
        line.unlisted.set(message.unlisted, this.networkClock.now());
      return;
    }
    const known = line.followed.get(message.symbol);
    if (!known) return;
    line.unlisted.delete(message.symbol);
    const { stream } = known;
    const size = this.sizeOf(line.category, stream);
    if (message.kind === 'ticker') stream.tickerPart(tickerInBase(message.change, size), message.at);
    else if (message.kind === 'bars') for (const bar of message.bars) stream.bar(bar, bar.openAt);
    else if (message.kind === 'book') this.applyBook(line, known, message, size);
    // Before it is known what a contract is, quantities say nothing.
    else if (size !== null)
      for (const trade of message.trades) stream.trade({ ...trade, quantity: times(trade.quantity, size) });
  }

  private applyBook(line: Line, { stream, book }: Followed, message: OkxBookMessage, size: string | null): void {
    const verdict = book.take(message);
    if (verdict === 'gap' || verdict === 'crossed') {
      stream.lost('book');
      this.askAnew(line, stream.instrument.symbol);
    }
    // The snapshot comes first: where changes come without it, it was damaged or never sent.
    if (verdict === 'waiting') this.askAnew(line, stream.instrument.symbol);
    if (verdict !== 'apply' || size === null) return;
    stream.healed('book');
    stream.book(bookInBase(book.book, size), message.at);
  }

  /** Subscribing again makes the venue send a snapshot. */
  private askAnew(line: Line, symbol: string): void {
    const now = this.networkClock.now();
    if (now - (line.resyncs.get(symbol) ?? Number.NEGATIVE_INFINITY) < this.resyncEveryMs) return;
    line.resyncs.set(symbol, now);
    line.connection.send(operation('unsubscribe', [topic('books', symbol)]));
    line.connection.send(operation('subscribe', [topic('books', symbol)]));
  }

  /** Asks again for books whose snapshot did not come, and for what contracts are if that is not known. */
  private resync(sink: FeedSink): void {
    void this.loadContracts(sink);
    for (const line of this.lines) this.askForUnlisted(line);
    for (const line of this.lines)
      for (const { stream, book } of line.followed.values())
        if (line.quotes && book.book.sequence === null && stream.misses('book'))
          if (!line.unlisted.has(stream.instrument.symbol)) this.askAnew(line, stream.instrument.symbol);
  }

  /** It may be listed by now. Refused again, it waits again. */
  private askForUnlisted({ unlisted, connection, quotes }: Line): void {
    const now = this.networkClock.now();
    for (const [symbol, at] of unlisted) {
      if (now - at < this.unlistedEveryMs) continue;
      unlisted.set(symbol, now);
      connection.send(subscription(symbol, quotes));
    }
  }

  private async loadContracts(sink: FeedSink): Promise<void> {
    if (!this.lines.some(({ category }) => category === 'linear')) return;
    await this.contracts
      .load()
      .catch((error: unknown) =>
        sink.notice({ kind: 'unreadable', venue: this.venue, reason: `contracts: ${messageOf(error)}` }),
      );
  }
}

/** The connection is gone; only what it carried is in doubt. */
function forget({ followed, quotes, resyncs, unlisted }: Line): void {
  resyncs.clear();
  unlisted.clear();
  for (const { stream, book } of followed.values()) {
    if (!quotes) continue;
    // Only what had been known can be missed: a first attempt that fails loses nothing.
    if (book.book.sequence !== null) stream.lost('book');
    if (stream.hasTraded) stream.lost('trades');
    book.book.clear();
    stream.forgetTicker();
  }
}

function topic(channel: string, instId: string): { channel: string; instId: string } {
  return { channel, instId };
}

function quotesOf(symbol: string) {
  const quotes = ['tickers', 'trades', 'books'].map((channel) => topic(channel, symbol));
  if (!symbol.endsWith(PERPETUAL)) return quotes;
  const index = topic('index-tickers', symbol.slice(0, -PERPETUAL.length));
  return [...quotes, topic('mark-price', symbol), index, topic('funding-rate', symbol)];
}

function barsOf(symbol: string) {
  return [topic('candle1m', symbol)];
}

function subscription(symbol: string, quotes: boolean): string {
  return operation('subscribe', quotes ? quotesOf(symbol) : barsOf(symbol));
}

function operation(op: 'subscribe' | 'unsubscribe', args: { channel: string; instId: string }[]): string {
  return JSON.stringify({ op, args });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
