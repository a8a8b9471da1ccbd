import { type Clock, SystemClock } from '../../clock/clock.js';
import { Feed, type FeedSink, type Instrument, type VenueBar, type VenuePeriod } from '../feed.js';
import { InstrumentStream } from '../instrument-stream.js';
import { binanceFuturesSequence, binanceSpotSequence, OrderBook } from '../order-book.js';
import { type ConnectionOptions, type ConnectionPlan, VenueConnection } from '../venue-connection.js';
import { collectBars, PAGE_BARS, readBinanceRow } from '../venue-history.js';
import { list } from '../venue-json.js';
import { VenueRefusal, VenueRest } from '../venue-rest.js';
import { BinanceBook } from './binance-book.js';
import { readBinanceDepth, readBinanceFrame, streamOf } from './binance-frames.js';

export interface BinanceSettings {
  spotStreamUrl: string;
  spotRestUrl: string;
  futuresStreamUrl: string;
  futuresRestUrl: string;
  /** The product's clock: stamps `receivedAt` and tells closed bars of the history. */
  clock: Clock;
  /** Least time between two `book` events of one instrument. */
  bookEveryMs?: number;
  /** Least time between two REST calls of one market; the default stays within the venue's limits. */
  restEveryMs?: number;
  connection?: ConnectionOptions;
}

/** The venue closes connections after 24 h; ours are replaced a little earlier, the new one first. */
const ROTATE_AFTER_MS = (23 * 60 + 30) * 60_000;
/** Streams of one connection. The venue allows more; the address must stay well below 8 KiB. */
const STREAMS_PER_CONNECTION = 100;
/** A snapshot of 500 levels weighs 25 of the 6,000 a minute allowed on spot, 10 of 2,400 on USD-M. */
const REST_EVERY_MS = 300;
const DEPTH_LEVELS = 500;
const INTERVALS: Record<VenuePeriod, string> = { '1min': '1m', '60min': '1h', '1day': '1d' };
const UNKNOWN_SYMBOL = /"code":\s*-1121\b/;

type Category = 'spot' | 'linear';

interface Market {
  rest: VenueRest;
  streamUrl: string;
  api: string;
  /**
   * The paths under which streams are served. Since April 2026 USD-M serves books and everything else apart
   * (developers.binance.com, USD-M "Important WebSocket Change Notice").
   */
  routes: { path: string; streams: string[] }[];
}

interface Followed {
  stream: InstrumentStream;
  book: OrderBook;
  sync: BinanceBook;
  /** Number of the last aggregate trade; they are consecutive. */
  lastTrade: number | null;
}

/** Binance spot (category `spot`) and USD-M perpetuals (category `linear`). */
export class BinanceFeed extends Feed {
  readonly venue = 'binance';
  readonly simulated = false;
  private readonly markets: Record<Category, Market>;
  private connections: VenueConnection[] = [];
  private followed: Followed[] = [];

  constructor(private readonly settings: BinanceSettings) {
    super();
    const networkClock = settings.connection?.clock ?? new SystemClock();
    const { restEveryMs = REST_EVERY_MS } = settings;
    const reach = settings.connection?.reach;
    this.markets = {
      spot: {
        rest: new VenueRest(settings.spotRestUrl, restEveryMs, networkClock, reach),
        streamUrl: settings.spotStreamUrl,
        api: '/api/v3',
        routes: [{ path: '/stream', streams: ['depth@100ms', 'aggTrade', 'kline_1m', 'ticker'] }],
      },
      linear: {
        rest: new VenueRest(settings.futuresRestUrl, restEveryMs, networkClock, reach),
        streamUrl: settings.futuresStreamUrl,
        api: '/fapi/v1',
        routes: [
          { path: '/public/stream', streams: ['depth@100ms'] },
          { path: '/market/stream', streams: ['aggTrade', 'kline_1m', 'ticker', 'markPrice@1s'] },
        ],
      },
    };
  }

  async probe(timeoutMs: number): Promise<boolean> {
    const answers = await Promise.all(
      Object.values(this.markets).map(({ rest, api }) => rest.answers(`${api}/time`, timeoutMs)),
    );
    return answers.includes(true);
  }

  async start(instruments: Instrument[], sink: FeedSink): Promise<void> {
    for (const category of ['spot', 'linear'] as const) {
      const members = instruments.filter((one) => one.venue === this.venue && one.category === category);
      if (members.length > 0) this.follow(category, members, sink);
    }
    await Promise.all(this.connections.map((connection) => connection.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.stop()));
    for (const { stream, sync } of this.followed) {
      stream.stop();
      sync.forget();
    }
    this.connections = [];
    this.followed = [];
  }

  history(instrument: Instrument, period: VenuePeriod, from: number, to: number): Promise<VenueBar[]> {
    const { rest, api } = this.markets[instrument.category === 'linear' ? 'linear' : 'spot'];
    const fetch = async (startTime: number, endTime: number): Promise<VenueBar[]> => {
      const query = { symbol: instrument.symbol, interval: INTERVALS[period], startTime, endTime, limit: PAGE_BARS };
      const rows = await rest.get(`${api}/klines`, query).catch((error: unknown) => {
        if (error instanceof VenueRefusal && UNKNOWN_SYMBOL.test(error.body)) return [];
        throw error;
      });
      const now = this.settings.clock.now();
      return list(rows, 'bars')
        .map(readBinanceRow)
        .map(({ bar, closeAt }) => ({ ...bar, closed: closeAt < now }));
    };
    return collectBars(fetch, period, from, to);
  }

  private follow(category: Category, members: Instrument[], sink: FeedSink): void {
    const market = this.markets[category];
    const followed = new Map(members.map((one) => [one.symbol, this.followedInstrument(category, one, sink)]));
    this.followed.push(...followed.values());
    for (const { path, streams } of market.routes) {
      const perConnection = Math.floor(STREAMS_PER_CONNECTION / streams.length);
      for (let index = 0; index < members.length; index += perConnection) {
        const symbols = members.slice(index, index + perConnection).map(({ symbol }) => symbol);
        const names = symbols.flatMap((symbol) => streams.map((stream) => `${symbol.toLowerCase()}@${stream}`));
        const plan: ConnectionPlan = {
          url: `${market.streamUrl.replace(/\/$/, '')}${path}?streams=${names.join('/')}`,
          // The streams stand in the address.
          subscriptions: () => [],
          rotateAfterMs: ROTATE_AFTER_MS,
        };
        const label = `binance:${category}${path === '/stream' ? '' : path.replace(/\/stream$/, '')}:${index}`;
        this.connections.push(this.connection(label, plan, symbols, followed, sink));
      }
    }
  }

  private followedInstrument(category: Category, instrument: Instrument, sink: FeedSink): Followed {
    const { rest, api } = this.markets[category];
    const settings = { sink, clock: this.settings.clock, bookEveryMs: this.settings.bookEveryMs ?? 50 };
    const stream = new InstrumentStream(instrument, settings);
    const book = new OrderBook(category === 'spot' ? binanceSpotSequence : binanceFuturesSequence);
    const fetchSnapshot = async () =>
      readBinanceDepth(await rest.get(`${api}/depth`, { symbol: instrument.symbol, limit: DEPTH_LEVELS }));
    const listener = {
      lost: () => stream.lost('book'),
      changed: (at: number) => {
        stream.healed('book');
        stream.book(book, at);
      },
    };
    return {
      stream,
      book,
      sync: new BinanceBook(book, fetchSnapshot, listener, this.settings.connection?.random),
      lastTrade: null,
    };
  }

  private connection(
    label: string,
    plan: ConnectionPlan,
    symbols: string[],
    followed: Map<string, Followed>,
    sink: FeedSink,
  ): VenueConnection {
    const unreadable = (error: unknown): void =>
      sink.notice({
        kind: 'unreadable',
        venue: this.venue,
        reason: error instanceof Error ? error.message : String(error),
      });
    const connection = new VenueConnection(
      plan,
      {
        opened: () => sink.notice({ kind: 'connected', venue: this.venue, connection: label }),
        alive: () => {
          const books = plan.url.includes('@depth') ? wholeBooks(symbols, followed) : [];
          if (books.length > 0) sink.notice({ kind: 'alive', venue: this.venue, connection: label, books });
        },
        frame: (frame) => this.read(frame, followed, connection),
        closed: (reason) => {
          for (const symbol of symbols) forget(followed.get(symbol), plan.url);
          sink.notice({ kind: 'disconnected', venue: this.venue, connection: label, reason });
        },
        failed: unreadable,
      },
      this.settings.connection,
    );
    return connection;
  }

  private read(frame: string, followed: Map<string, Followed>, connection: VenueConnection): void {
    try {
      apply(frame, followed, connection);
    } catch (error) {
      const damaged = streamOf(frame);
      if (damaged?.stream === 'aggTrade') followed.get(damaged.symbol)?.stream.lost('trades');
      throw error;
    }
  }
}

function apply(frame: string, followed: Map<string, Followed>, connection: VenueConnection): void {
  const message = readBinanceFrame(frame);
  if (message.kind === 'other') return;
  if (message.kind === 'shutdown') {
    connection.rotate();
    return;
  }
  const known = followed.get(message.symbol);
  if (!known) return;
  if (message.kind === 'book') known.sync.update(message.update);
  else if (message.kind === 'bar') known.stream.bar(message.bar, message.at);
  else if (message.kind === 'ticker') known.stream.tickerPart(message.change, message.at);
  else {
    if (known.lastTrade !== null && message.number > known.lastTrade + 1) known.stream.lost('trades');
    known.lastTrade = Math.max(known.lastTrade ?? 0, message.number);
    known.stream.trade(message.trade);
  }
}

function wholeBooks(symbols: readonly string[], followed: ReadonlyMap<string, Followed>): string[] {
  return symbols.flatMap((symbol) => {
    const known = followed.get(symbol);
    return known && known.book.sequence !== null ? [known.stream.key] : [];
  });
}

/** The connection with these streams is gone; only what it carried is in doubt. */
function forget(known: Followed | undefined, url: string): void {
  if (!known) return;
  if (url.includes('@depth')) {
    if (known.book.sequence !== null) known.stream.lost('book');
    known.sync.forget();
  }
  if (url.includes('@aggTrade') && known.stream.hasTraded) known.stream.lost('trades');
  if (url.includes('@ticker')) known.stream.forgetTicker();
}
