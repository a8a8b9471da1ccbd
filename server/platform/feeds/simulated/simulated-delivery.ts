import { type FeedSink, instrumentKey, type InstrumentKey } from '../feed.js';
import type { SimulatedVenue } from './simulated-instruments.js';
import { DayWindow } from './day-window.js';
import { ticksToText } from './decimal-ticks.js';
import { random } from './noise.js';
import { MINUTE_MS } from './price-path.js';
import { drawBook } from './simulated-book.js';
import type { SimulatedStream } from './simulated-stream.js';
import { tickerFields } from './simulated-ticker.js';
import type { VenueMood } from './venue-mood.js';

/** A pause of the process longer than this is a gap: what was missed is not sent late. */
const GAP_MS = 5000;
/** A venue's closed bar follows the minute's end by this much, and up to a second more. */
const BAR_DELAY_MS = 300;
const LIVELY_TRADES = 100;

/** Sends one instrument's events as time passes. Remembers only how far it has come. */
export class SimulatedDelivery {
  private readonly key: InstrumentKey;
  private readonly window: DayWindow | null;
  private readonly tickerEveryMs: number;
  private readonly bookEveryMs: number;
  private readonly phase: number;
  /** Venue time up to which everything is sent. */
  private heard: number;
  private tickers = -1;
  private books = -1;
  private barsUpTo: number;

  constructor(
    private readonly stream: SimulatedStream,
    private readonly venue: SimulatedVenue,
    now: number,
    private readonly sink: FeedSink,
  ) {
    this.key = instrumentKey({ venue, category: stream.instrument.category, symbol: stream.instrument.symbol });
    const pricing = venue === 'simulated-a';
    const lively = stream.liveliness.tradesPerMinute >= LIVELY_TRADES;
    this.window = pricing ? new DayWindow(stream) : null;
    this.tickerEveryMs = pricing && lively ? 500 : 1000;
    this.bookEveryMs = pricing ? (lively ? 250 : 1000) : 2500;
    this.phase = Math.floor(random(stream.key, 0, 30) * 1000);
    this.heard = now;
    this.barsUpTo = Math.floor(now / MINUTE_MS);
  }

  /** Sends all that has happened at the venue and has reached us by now. */
  advance(now: number, { latencyMs, silent }: VenueMood): void {
    const until = now - latencyMs;
    if (until <= this.heard) return;
    const gap = until - this.heard > GAP_MS;
    const from = gap || silent ? until : this.heard;
    if (gap && !silent) this.reportGap();
    this.heard = until;
    const minute = Math.floor(until / MINUTE_MS);
    if (silent) return;
    for (let each = Math.floor(from / MINUTE_MS); each <= minute; each += 1) this.sendTrades(each, from, until, now);
    this.sendBars(until, now);
    if (!this.stream.isOpen(minute)) return;
    const ticker = Math.floor((until + this.phase) / this.tickerEveryMs);
    if (ticker !== this.tickers) this.sendTicker(until, now);
    this.tickers = ticker;
    const book = Math.floor((until + this.phase) / this.bookEveryMs);
    if (book !== this.books) this.sendBook(until, now);
    this.books = book;
  }

  private sendTrades(minute: number, from: number, until: number, receivedAt: number): void {
    const { priceScale, quantityScale } = this.stream.instrument;
    for (const { at, index, price, quantity, side } of this.stream.trades(minute)) {
      if (at <= from) continue;
      if (at > until) return;
      this.sink.event({
        kind: 'trade',
        instrument: this.key,
        at,
        receivedAt,
        id: String(minute * 1024 + index),
        price: ticksToText(price, priceScale),
        quantity: ticksToText(quantity, quantityScale),
        side,
      });
    }
  }

  /** The closed bars of the pricing venue, for whoever holds its own against them. */
  private sendBars(until: number, receivedAt: number): void {
    if (this.venue !== 'simulated-a') return;
    const closed = Math.floor((until - BAR_DELAY_MS - this.phase) / MINUTE_MS);
    this.barsUpTo = Math.max(this.barsUpTo, closed - 10);
    for (; this.barsUpTo < closed; this.barsUpTo += 1) {
      const bar = this.stream.minuteBar(this.barsUpTo, until);
      if (!bar) continue;
      const at = bar.openAt + MINUTE_MS;
      this.sink.event({ kind: 'bar', instrument: this.key, at, receivedAt, period: '1min', bar });
    }
  }

  private sendTicker(until: number, receivedAt: number): void {
    const at = Math.floor(until);
    const fields = tickerFields(this.stream, at, this.window);
    this.sink.event({ kind: 'ticker', instrument: this.key, at, receivedAt, fields });
  }

  private sendBook(until: number, receivedAt: number): void {
    const at = Math.floor(until);
    const book = drawBook(this.stream, at);
    this.sink.event({ kind: 'book', instrument: this.key, at, receivedAt, ...book, sequence: at });
  }

  private reportGap(): void {
    const notice = { venue: this.venue, instrument: this.key, what: 'trades' } as const;
    this.sink.notice({ kind: 'gap', ...notice });
    this.sink.notice({ kind: 'healed', ...notice });
  }
}
