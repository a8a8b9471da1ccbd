import type { Clock } from '../clock/clock.js';
import {
  type FeedSink,
  type Instrument,
  type InstrumentKey,
  instrumentKey,
  type TickerFields,
  type VenueBar,
} from './feed.js';
import type { OrderBook } from './order-book.js';

/** Levels a side in a `book` event. */
const LEVELS_SENT = 50;
/** Trade ids remembered, to drop what a venue sends twice around a reconnect. */
const TRADES_REMEMBERED = 2000;
/** What claims to be from further ahead than clocks differ says nothing of when it was made. */
const AHEAD_MAX_MS = 5000;

export interface VenueTrade {
  id: string;
  price: string;
  quantity: string;
  side: 'buy' | 'sell';
  at: number;
}

/** Fields of a venue's ticker; an explicit undefined means that the venue took the figure away. */
export type TickerChange = { [Field in keyof TickerFields]: TickerFields[Field] | undefined };

/** A venue's book as it is handed on; without a sequence there is none. */
export type QuotedBook = Pick<OrderBook, 'sequence' | 'top'>;

export interface StreamSettings {
  sink: FeedSink;
  clock: Clock;
  /** Least time between two `book` events of one instrument; the last state is always sent. 0: every update. */
  bookEveryMs: number;
}

type Part = 'book' | 'trades' | 'ticker';

/** What one instrument of a venue says, in the port's words: duplicates dropped, deltas merged, books paced. */
export class InstrumentStream {
  readonly key: InstrumentKey;
  private readonly broken = new Set<Part>();
  private tickerFields: TickerFields | null = null;
  /** When the newest part of the ticker was made. */
  private tickerAt = 0;
  private readonly seenTrades = new Set<string>();
  private heldBook: { book: QuotedBook; at: number } | null = null;
  private bookTimer: NodeJS.Timeout | null = null;

  constructor(
    readonly instrument: Instrument,
    private readonly settings: StreamSettings,
  ) {
    this.key = instrumentKey(instrument);
  }

  trade({ id, price, quantity, side, at }: VenueTrade): void {
    if (this.seenTrades.has(id)) return;
    this.seenTrades.add(id);
    if (this.seenTrades.size > TRADES_REMEMBERED) {
      const [oldest] = this.seenTrades;
      if (oldest !== undefined) this.seenTrades.delete(oldest);
    }
    this.settings.sink.event({ kind: 'trade', ...this.stamp(at), id, price, quantity, side });
  }

  /** A whole ticker: what it does not name is no longer known. */
  tickerSnapshot(change: TickerChange, at: number): void {
    this.tickerFields = {};
    this.healed('ticker');
    this.mergeTicker(change, at);
  }

  /** Changed fields only. Ignored until a snapshot has come, because the rest would be unknown. */
  tickerDelta(change: TickerChange, at: number): void {
    if (this.tickerFields) this.mergeTicker(change, at);
  }

  /** For venues whose ticker is spread over several streams, each complete in itself. */
  tickerPart(change: TickerChange, at: number): void {
    this.tickerFields ??= {};
    // It is handed on as it is, for the guard of prices to refuse and count, and is nothing that others are measured by.
    if (!(at <= this.settings.clock.now() + AHEAD_MAX_MS)) return this.sayTicker(merged(this.tickerFields, change), at);
    // A part that changes seldom is no news of the others' time.
    this.tickerAt = Math.max(this.tickerAt, at);
    this.mergeTicker(change, this.tickerAt);
  }

  /** The connection that brings it was lost, or a part of it could not be read: neither what was known of it nor when counts any more. */
  forgetTicker(): void {
    this.tickerFields = null;
    this.tickerAt = 0;
  }

  bar(bar: VenueBar, at: number): void {
    this.settings.sink.event({ kind: 'bar', ...this.stamp(at), period: '1min', bar });
    // The venue's own closed bar contains the trades that were missed.
    if (bar.closed) this.healed('trades');
  }

  book(book: QuotedBook, at: number): void {
    this.heldBook = { book, at };
    if (this.bookTimer) return;
    this.sendBook();
    if (this.settings.bookEveryMs === 0) return;
    this.bookTimer = setTimeout(() => this.bookDue(), this.settings.bookEveryMs);
    this.bookTimer.unref();
  }

  /** Says once that something of this instrument is missing. */
  lost(what: Part): void {
    if (this.broken.has(what)) return;
    this.broken.add(what);
    this.settings.sink.notice({ kind: 'gap', venue: this.instrument.venue, instrument: this.key, what });
  }

  healed(what: Part): void {
    if (!this.broken.delete(what)) return;
    this.settings.sink.notice({ kind: 'healed', venue: this.instrument.venue, instrument: this.key, what });
  }

  misses(what: Part): boolean {
    return this.broken.has(what);
  }

  get hasTraded(): boolean {
    return this.seenTrades.size > 0;
  }

  get hasTicker(): boolean {
    return this.tickerFields !== null;
  }

  stop(): void {
    if (this.bookTimer) clearTimeout(this.bookTimer);
    this.bookTimer = null;
  }

  private bookDue(): void {
    this.bookTimer = null;
    if (this.heldBook) this.book(this.heldBook.book, this.heldBook.at);
  }

  private sendBook(): void {
    const held = this.heldBook;
    this.heldBook = null;
    // A book dropped in the meantime has no sequence: nothing is said until it is whole again.
    if (!held || held.book.sequence === null) return;
    const { bids, asks } = held.book.top(LEVELS_SENT);
    this.settings.sink.event({ kind: 'book', ...this.stamp(held.at), bids, asks, sequence: held.book.sequence });
  }

  private mergeTicker(change: TickerChange, at: number): void {
    this.tickerFields = merged(this.tickerFields, change);
    this.sayTicker(this.tickerFields, at);
  }

  private sayTicker(fields: TickerFields, at: number): void {
    this.settings.sink.event({ kind: 'ticker', ...this.stamp(at), fields });
  }

  private stamp(at: number): { instrument: InstrumentKey; at: number; receivedAt: number } {
    return { instrument: this.key, at, receivedAt: this.settings.clock.now() };
  }
}

function merged(known: TickerFields | null, change: TickerChange): TickerFields {
  const fields: Record<string, unknown> = { ...known };
  for (const [field, value] of Object.entries(change)) {
    if (value === undefined) delete fields[field];
    else fields[field] = value;
  }
  return fields as TickerFields;
}
