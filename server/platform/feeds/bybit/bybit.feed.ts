import { type Clock, SystemClock } from '../../clock/clock.js';
import { Feed, type FeedSink, type Instrument, type VenueBar, type VenuePeriod } from '../feed.js';
import { InstrumentStream } from '../instrument-stream.js';
import { bybitSequence, type BookUpdate, OrderBook } from '../order-book.js';
import { type ConnectionOptions, VenueConnection } from '../venue-connection.js';
import { collectBars, PAGE_BARS, readBybitRow } from '../venue-history.js';
import { fields, list } from '../venue-json.js';
import { VenueRest } from '../venue-rest.js';
import { readBybitFrame, topicOf } from './bybit-frames.js';

export interface BybitSettings {
  streamUrl: string;
  restUrl: string;
  /** The product's clock: stamps `receivedAt` and tells closed bars of the history. */
  clock: Clock;
  /** Levels of the subscribed book. 200 comes every 100 ms, which is also our beat; 50 comes every 20 ms. */
  bookDepth?: 50 | 200;
  /** Least time between two `book` events of one instrument. */
  bookEveryMs?: number;
  /** A topic whose snapshot does not come is asked for again this often. */
  resyncEveryMs?: number;
  connection?: ConnectionOptions;
}

const CATEGORIES = ['spot', 'linear'];
/** Bybit recommends a ping every 20 s (v5/ws/connect). */
const HEARTBEAT_MS = 20_000;
const PING = '{"op":"ping"}';
/** 600 requests in 5 s are allowed per address; this stays at a twelfth of it. */
const REST_EVERY_MS = 100;
const RESYNC_EVERY_MS = 3000;
const INTERVALS: Record<VenuePeriod, string> = { '1min': '1', '60min': '60', '1day': 'D' };

/** One connected category: `spot` or `linear`. */
interface CategoryLine {
  connection: VenueConnection;
  streams: Map<string, { stream: InstrumentStream; book: OrderBook }>;
  /** When each topic was last asked for anew, by the network's clock. */
  resyncs: Map<string, number>;
}

/** Bybit v5 public streams, spot and linear perpetuals. */
export class BybitFeed extends Feed {
  readonly venue = 'bybit';
  readonly simulated = false;
  private readonly rest: VenueRest;
  private readonly networkClock: Clock;
  private readonly depth: number;
  private readonly resyncEveryMs: number;
  private lines: CategoryLine[] = [];
  private resyncTimer: NodeJS.Timeout | null = null;

  constructor(private readonly settings: BybitSettings) {
    super();
    this.networkClock = settings.connection?.clock ?? new SystemClock();
    this.rest = new VenueRest(settings.restUrl, REST_EVERY_MS, this.networkClock, settings.connection?.reach);
    this.depth = settings.bookDepth ?? 200;
    this.resyncEveryMs = settings.resyncEveryMs ?? RESYNC_EVERY_MS;
  }

  probe(timeoutMs: number): Promise<boolean> {
    return this.rest.answers('/v5/market/time', timeoutMs);
  }

  async start(instruments: Instrument[], sink: FeedSink): Promise<void> {
    this.resyncTimer = setInterval(() => this.resyncWaiting(), this.resyncEveryMs);
    const groups = CATEGORIES.map((category) => ({
      category,
      members: instruments.filter((one) => one.venue === this.venue && one.category === category),
    }));
    this.lines = groups
      .filter(({ members }) => members.length > 0)
      .map(({ category, members }) => this.line(category, members, sink));
    await Promise.all(this.lines.map(({ connection }) => connection.start()));
  }

  async stop(): Promise<void> {
    if (this.resyncTimer) clearInterval(this.resyncTimer);
    await Promise.all(this.lines.map(({ connection }) => connection.stop()));
    for (const { streams } of this.lines) for (const { stream } of streams.values()) stream.stop();
    this.lines = [];
  }

  history(instrument: Instrument, period: VenuePeriod, from: number, to: number): Promise<VenueBar[]> {
    const { category, symbol } = instrument;
    const fetch = async (start: number, end: number): Promise<VenueBar[]> => {
      const query = { category, symbol, interval: INTERVALS[period], start, end, limit: PAGE_BARS };
      const reply = fields(await this.rest.get('/v5/market/kline', query), 'reply');
      // 10001 is "parameter error": among other things an unknown symbol, which has no history.
      if (reply.retCode === 10001) return [];
      if (reply.retCode !== 0) throw new Error(`bybit refused the history of ${symbol}: ${String(reply.retMsg)}`);
      const rows = list(fields(reply.result, 'result').list, 'bars');
      return rows.map((row) => readBybitRow(row, period, this.settings.clock.now()));
    };
    return collectBars(fetch, period, from, to);
  }

  private line(category: string, members: Instrument[], sink: FeedSink): CategoryLine {
    const settings = { sink, clock: this.settings.clock, bookEveryMs: this.settings.bookEveryMs ?? 50 };
    const streams = new Map(
      members.map((one) => [
        one.symbol,
        { stream: new InstrumentStream(one, settings), book: new OrderBook(bybitSequence) },
      ]),
    );
    const unreadable = (reason: string): void => sink.notice({ kind: 'unreadable', venue: this.venue, reason });
    const named = { venue: this.venue, connection: `bybit:${category}` };
    const plan = {
      url: `${this.settings.streamUrl.replace(/\/$/, '')}/v5/public/${category}`,
      // One request a symbol: the venue refuses a request whole, so an unlisted symbol must not take others with it.
      subscriptions: () => members.map(({ symbol }) => operation('subscribe', this.topics(symbol))),
      ping: PING,
      heartbeatMs: HEARTBEAT_MS,
    };
    const line: CategoryLine = {
      streams,
      resyncs: new Map(),
      connection: new VenueConnection(
        plan,
        {
          opened: () => sink.notice({ kind: 'connected', ...named }),
          alive: () => sink.notice({ kind: 'alive', ...named, books: wholeBooks(line) }),
          frame: (frame) => this.read(line, frame, unreadable),
          closed: (reason) => {
            this.forget(line);
            sink.notice({ kind: 'disconnected', ...named, reason });
          },
          failed: (error) => unreadable(error instanceof Error ? error.message : String(error)),
        },
        this.settings.connection,
      ),
    };
    return line;
  }

  private topics(symbol: string): string[] {
    return [tickerTopic(symbol), `publicTrade.${symbol}`, `kline.1.${symbol}`, this.bookTopic(symbol)];
  }

  private bookTopic(symbol: string): string {
    return `orderbook.${this.depth}.${symbol}`;
  }

  private read(line: CategoryLine, frame: string, unreadable: (reason: string) => void): void {
    try {
      this.apply(line, frame, unreadable);
    } catch (error) {
      this.doubt(line, topicOf(frame));
      throw error;
    }
  }

  private apply(line: CategoryLine, frame: string, unreadable: (reason: string) => void): void {
    const message = readBybitFrame(frame);
    if (message.kind === 'other') return;
    if (message.kind === 'reply') {
      if (!message.accepted) unreadable(`${message.operation} refused: ${message.reason}`);
      return;
    }
    const known = line.streams.get(message.symbol);
    if (!known) return;
    const { stream, book } = known;
    if (message.kind === 'trades') for (const trade of message.trades) stream.trade(trade);
    else if (message.kind === 'bars') for (const { bar, at } of message.bars) stream.bar(bar, at);
    else if (message.kind === 'book') this.applyBook(line, stream, book, message.snapshot, message.update);
    else if (message.snapshot) stream.tickerSnapshot(message.change, message.at);
    else stream.tickerDelta(message.change, message.at);
  }

  private applyBook(
    line: CategoryLine,
    stream: InstrumentStream,
    book: OrderBook,
    snapshot: boolean,
    update: BookUpdate,
  ): void {
    const verdict = snapshot ? resetBook(book, update) : book.update(update);
    if (verdict === 'gap' || verdict === 'crossed') {
      stream.lost('book');
      this.askAnew(line, this.bookTopic(stream.instrument.symbol));
    }
    // The snapshot comes first: where changes come without it, it was damaged or never sent.
    if (verdict === 'waiting') this.askAnew(line, this.bookTopic(stream.instrument.symbol));
    if (verdict !== 'apply') return;
    stream.healed('book');
    stream.book(book, update.at);
  }

  /**
   * A frame of this topic could not be read: what it changed is unknown. Books notice by their sequence. What is left of a
   * ticker must not be said again by the next change of another field, so that it waits for a whole one.
   */
  private doubt(line: CategoryLine, topic: string | null): void {
    const [channel] = topic?.split('.') ?? [];
    const known = line.streams.get(topic?.split('.').at(-1) ?? '');
    if (!known) return;
    if (channel === 'publicTrade') known.stream.lost('trades');
    if (channel !== 'tickers') return;
    known.stream.lost('ticker');
    known.stream.forgetTicker();
    this.askAnew(line, tickerTopic(known.stream.instrument.symbol));
  }

  /** Subscribing again makes the venue send a snapshot. */
  private askAnew(line: CategoryLine, topic: string): void {
    const now = this.networkClock.now();
    if (now - (line.resyncs.get(topic) ?? Number.NEGATIVE_INFINITY) < this.resyncEveryMs) return;
    line.resyncs.set(topic, now);
    line.connection.send(operation('unsubscribe', [topic]));
    line.connection.send(operation('subscribe', [topic]));
  }

  /** Asks again for books and tickers whose snapshot did not come. */
  private resyncWaiting(): void {
    for (const line of this.lines)
      for (const { stream, book } of line.streams.values()) {
        const { symbol } = stream.instrument;
        if (book.sequence === null && stream.misses('book')) this.askAnew(line, this.bookTopic(symbol));
        if (!stream.hasTicker && stream.misses('ticker')) this.askAnew(line, tickerTopic(symbol));
      }
  }

  private forget(line: CategoryLine): void {
    line.resyncs.clear();
    for (const { stream, book } of line.streams.values()) {
      // Only what had been known can be missed: a first attempt that fails loses nothing.
      if (book.sequence !== null) stream.lost('book');
      if (stream.hasTraded) stream.lost('trades');
      if (stream.hasTicker) stream.lost('ticker');
      book.clear();
      stream.forgetTicker();
    }
  }
}

function wholeBooks({ streams }: CategoryLine): string[] {
  return [...streams.values()].filter(({ book }) => book.sequence !== null).map(({ stream }) => stream.key);
}

function tickerTopic(symbol: string): string {
  return `tickers.${symbol}`;
}

function resetBook(book: OrderBook, { last, bids, asks }: BookUpdate): 'apply' | 'crossed' {
  return book.reset(last, bids, asks) ? 'apply' : 'crossed';
}

function operation(op: 'subscribe' | 'unsubscribe', args: string[]): string {
  return JSON.stringify({ op, args });
}
