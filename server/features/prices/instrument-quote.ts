import { isDecimalText, toUnits } from '../../contract/money.js';
import type { BookLevel, FeedEvent, InstrumentKey, TickerFields } from '../../platform/feeds/feed.js';
import { type Elsewhere, type TickFault, TickGuard, type TickVerdict } from './tick-guard.rules.js';

/** A price as the venue wrote it, in whole 10^-18, and when it was made there. */
export interface Quote {
  text: string;
  units: bigint;
  at: number;
}

export interface Book {
  bids: BookLevel[];
  asks: BookLevel[];
  at: number;
}

/** A ticker's own last price stands in for trades that have been silent for this long. */
const TICKER_LAST_AFTER_MS = 2000;

/** The latest that one instrument said and the guard accepted. */
export class InstrumentQuote {
  readonly venue: string;
  readonly guard: TickGuard;
  last: Quote | null = null;
  fields: TickerFields = {};
  fieldsAt: number | null = null;
  book: Book | null = null;
  /** When the venue last confirmed the price in any way, by its own time. */
  confirmedAt: number | null = null;
  private tradedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly key: InstrumentKey,
    band: bigint,
  ) {
    this.venue = key.split(':')[0] ?? key;
    this.guard = new TickGuard(band);
  }

  /**
   * Lets the guard judge a trade, a ticker or a book, and takes it when it is sound.
   * @returns what was wrong with it; null when it was taken.
   */
  take(event: Exclude<FeedEvent, { kind: 'bar' }>, now: number, elsewhere: Elsewhere) {
    const verdict = this.judge(event, now, elsewhere);
    if (verdict.fault !== null) return verdict.fault;
    this.confirmedAt = Math.max(this.confirmedAt ?? 0, event.at);
    if (event.kind === 'trade') {
      this.last = { text: event.price, units: verdict.price, at: event.at };
      this.tradedAt = event.at;
    } else if (event.kind === 'ticker') this.takeFields(event.fields, event.at);
    else this.book = { bids: event.bids, asks: event.asks, at: event.at };
    return null;
  }

  /** Takes a price known from before this process, until the venue says a newer one. */
  expect(quote: Quote): void {
    this.last = quote;
    this.confirmedAt = quote.at;
    this.guard.expect(quote.units);
  }

  /** Middle of the best bid and ask; null without a book. */
  middle(): bigint | null {
    const bid = this.book?.bids[0]?.[0] ?? this.fields.bid;
    const ask = this.book?.asks[0]?.[0] ?? this.fields.ask;
    return isDecimalText(bid) && isDecimalText(ask) ? (toUnits(bid) + toUnits(ask)) / 2n : null;
  }

  private judge(event: Exclude<FeedEvent, { kind: 'bar' }>, now: number, elsewhere: Elsewhere): TickVerdict {
    const { at } = event;
    if (event.kind === 'trade') {
      const fault = quantityFault(event.quantity);
      if (fault !== null) return { fault };
      return this.guard.judge({ stream: 'trade', at, price: event.price }, now, elsewhere);
    }
    if (event.kind === 'ticker') {
      const { last, mark, index, bid, ask } = event.fields;
      return this.guard.judge({ stream: 'ticker', at, price: last ?? mark ?? index, bid, ask }, now, elsewhere);
    }
    const bid = event.bids[0]?.[0];
    const ask = event.asks[0]?.[0];
    return this.guard.judge({ stream: 'book', at, price: bid ?? ask, bid, ask }, now, elsewhere);
  }

  private takeFields(fields: TickerFields, at: number): void {
    this.fields = fields;
    this.fieldsAt = at;
    const { last } = fields;
    if (last === undefined || at - this.tradedAt < TICKER_LAST_AFTER_MS) return;
    this.last = { text: last, units: toUnits(last), at };
  }
}

function quantityFault(quantity: unknown): TickFault | null {
  if (!isDecimalText(quantity)) return 'unreadable';
  return toUnits(quantity) > 0n ? null : 'not-positive';
}
