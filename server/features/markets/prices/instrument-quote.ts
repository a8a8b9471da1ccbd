import { isDecimalText, toUnits } from '../../../contract/money.js';
import type { BookLevel, FeedEvent, InstrumentKey, TickerFields, VenueBar } from '../../../platform/feeds/feed.js';
import { BOOK_STALE_MS } from '../market-board/index.js';
import { BelievedRange } from './believed-range.js';
import { ConstituentPrice, correctStamp, type Instants, type Made, type Quote } from './constituent-price.js';
import { SidePrices } from './side-prices.js';
import { MINUTE_MS } from '../candle-series/index.js';
import { VenueDay } from './venue-day.js';
import {
  barFault,
  barTimeFault,
  type Elsewhere,
  isTooLarge,
  liveSpan,
  type TickFault,
  TickGuard,
  type TickVerdict,
} from './tick-guard.rules.js';

export interface Book {
  bids: BookLevel[];
  asks: BookLevel[];
  /** When the venue said it, not later than it was heard. */
  at: number;
  /** When the venue last said it, or showed by a sign of life that it has not changed. */
  confirmedAt: number;
}

/** What came before or after is told by the venue's clock alone. */
type KnownBook = Book & Made;
type NamedBest = Pick<TickerFields, 'bid' | 'ask'> & Made;

type BookEvent = Extract<FeedEvent, { kind: 'book' }>;

/** A ticker's own last price stands in for trades that have been silent for this long. */
const TICKER_LAST_AFTER_MS = 2000;
/** Venues number their trades, or name them by a UUID. */
const TRADE_ID_MAX = 64;

/** The latest that one instrument said and the guard accepted. */
export class InstrumentQuote {
  readonly venue: string;
  readonly guard: TickGuard;
  last: Quote | null = null;
  fields: TickerFields = {};
  /** When the venue said the fields, not later than they were heard. */
  fieldsAt: number | null = null;
  /** The best bid and ask that a ticker named last: one that names none takes nothing back. */
  private named: NamedBest | null = null;
  private book: KnownBook | null = null;
  /** Whether silence of the book's stream means that nothing has changed. */
  private isSilenceSound = false;
  /** When the venue last confirmed the price in any way, by its own time. */
  confirmedAt: number | null = null;
  /** When anything of the instrument itself was last heard and believed, by our clock: a sign of life of its connection is none. */
  heardAt: number | null = null;
  private tradedAt = Number.NEGATIVE_INFINITY;
  private readonly sides: SidePrices;
  private readonly range: BelievedRange;
  readonly day: VenueDay;
  private readonly ofIndex = new ConstituentPrice();

  constructor(
    readonly key: InstrumentKey,
    band: bigint,
  ) {
    this.venue = key.split(':')[0] ?? key;
    this.guard = new TickGuard(band);
    this.sides = new SidePrices(this.guard, band);
    this.range = new BelievedRange(band);
    this.day = new VenueDay(band);
  }

  /**
   * Lets the guard judge a trade, a ticker or a book, and takes it when it is sound.
   * @returns what was wrong with it; null when all of it was taken. A ticker is taken without those fields that are wrong.
   */
  take(event: Exclude<FeedEvent, { kind: 'bar' }>, now: number, elsewhere: Elsewhere) {
    const verdict = this.judge(event, now, elsewhere);
    if (verdict.fault !== null) {
      // The book did change, and we do not have what it changed to.
      if (event.kind === 'book') this.isSilenceSound = false;
      return verdict.fault;
    }
    this.heardAt = now;
    this.range.add(verdict.price, event.at);
    // A clock of the venue that is some seconds ahead makes nothing younger than it is.
    const heardAt = Math.min(event.at, now);
    const instants = { stampedAt: event.at, now };
    correctStamp(this.book, instants);
    correctStamp(this.named, instants);
    if (event.kind === 'book') return this.takeBook(event, now, elsewhere);
    this.confirmedAt = Math.max(this.confirmedAt ?? 0, heardAt);
    if (event.kind === 'trade') {
      this.last = { text: event.price, units: verdict.price, at: heardAt };
      this.ofIndex.takeLast(this.last, instants);
      this.tradedAt = heardAt;
      // What is traded is taken off the book: the venue owes us a newer one.
      if (this.book && event.at > this.book.madeAt) this.isSilenceSound = false;
      return null;
    }
    const { sound, fault } = this.sides.soundFields(event.fields, event.at, now, elsewhere);
    this.takeFields(sound, instants);
    this.day.hear(this.fields, now);
    return fault;
  }

  /** What is wrong with the venue's own bar; null when it may stand in for ours. */
  barFault(bar: VenueBar, now: number): TickFault | null {
    const fault = barTimeFault(bar.openAt, MINUTE_MS, liveSpan(now)) ?? barFault(bar, MINUTE_MS);
    return fault ?? (this.range.covers(bar) ? null : 'out-of-band');
  }

  /** Takes a price known from before this process, until the venue says a newer one. */
  expect(quote: Quote): void {
    this.last = quote;
    this.confirmedAt = quote.at;
    this.guard.expect(quote.units);
  }

  /**
   * The price that counts in an index, and when the venue last stood by it; null before it has said one to this process.
   * The last price may be confirmed where this one is another: an old trade is a price of the pair, not one of now.
   */
  get constituentPrice(): Quote | null {
    return this.ofIndex.current;
  }

  /** The book as of `now`; null when there is none, or nothing has confirmed it for too long. */
  bookAt(now: number): Readonly<Book> | null {
    return this.knownBook(now);
  }

  /** Something of the book was missed, or the way to the venue is gone: an old book is worse than none. */
  dropBook(): void {
    this.book = null;
  }

  /** The connection that brings the book has been heard: a book that is quiet and not contradicted is as it was. */
  confirmBook(now: number): void {
    const book = this.knownBook(now);
    if (!book || !this.isSilenceSound || this.isContradicted(book)) return;
    book.confirmedAt = now;
    this.ofIndex.confirmBest(book.bids[0]?.[0], book.asks[0]?.[0], now);
  }

  /** Middle of the best bid and ask, of the book or else of the ticker, which may be as old as a book; null without either. */
  middle(now: number): bigint | null {
    const book = this.bookAt(now);
    const isNamed = this.fieldsAt !== null && now - this.fieldsAt <= BOOK_STALE_MS;
    return (
      middleOf(book?.bids[0]?.[0], book?.asks[0]?.[0]) ?? (isNamed ? middleOf(this.fields.bid, this.fields.ask) : null)
    );
  }

  /** Best ask less best bid, as {@link middle} takes them; 0 without either. */
  spread(now: number): bigint {
    const book = this.bookAt(now);
    const { bid, ask } = book ? { bid: book.bids[0]?.[0], ask: book.asks[0]?.[0] } : this.fields;
    return isDecimalText(bid) && isDecimalText(ask) ? toUnits(ask) - toUnits(bid) : 0n;
  }

  private knownBook(now: number): KnownBook | null {
    return this.book && now - this.book.confirmedAt <= BOOK_STALE_MS ? this.book : null;
  }

  private takeBook(event: BookEvent, now: number, elsewhere: Elsewhere): TickFault | null {
    const { bids, asks, at } = event;
    const fault = this.sides.bookFault({ stream: 'book', at, bid: bids[0]?.[0], ask: asks[0]?.[0] }, now, elsewhere);
    this.isSilenceSound = fault === null;
    if (fault !== null) return fault;
    if (this.agreesWithLast(event)) this.confirmedAt = Math.max(this.confirmedAt ?? 0, Math.min(at, now));
    this.ofIndex.takeBest(bids[0]?.[0], asks[0]?.[0], { stampedAt: at, now });
    const saidAt = Math.min(at, now);
    this.book = { bids, asks, at: saidAt, confirmedAt: saidAt, madeAt: at, heardAt: now };
    return null;
  }

  /** Whether the last price lies between the best bid and ask, or at most one spread beyond: else the book does not confirm it. */
  private agreesWithLast({ bids, asks }: BookEvent): boolean {
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (this.last === null || !isDecimalText(bid) || !isDecimalText(ask)) return true;
    const [low, high] = [toUnits(bid), toUnits(ask)];
    const spread = high - low;
    return this.last.units >= low - spread && this.last.units <= high + spread;
  }

  /** Whether a later ticker has named another best bid or ask than the book. */
  private isContradicted({ bids, asks, madeAt }: KnownBook): boolean {
    if (this.named === null || this.named.madeAt <= madeAt) return false;
    const differs = (named: string | undefined, best: string | undefined) =>
      isDecimalText(named) && isDecimalText(best) && toUnits(named) !== toUnits(best);
    return differs(this.named.bid, bids[0]?.[0]) || differs(this.named.ask, asks[0]?.[0]);
  }

  /** Whether a price, later than the book, is beyond its best bid or ask: somebody took all that it shows there. */
  private isBeyondBook(units: bigint, stampedAt: number): boolean {
    if (this.book === null || stampedAt <= this.book.madeAt) return false;
    const [bid, ask] = [this.book.bids[0]?.[0], this.book.asks[0]?.[0]];
    return (isDecimalText(bid) && units < toUnits(bid)) || (isDecimalText(ask) && units > toUnits(ask));
  }

  private judge(event: Exclude<FeedEvent, { kind: 'bar' }>, now: number, elsewhere: Elsewhere): TickVerdict {
    const { at } = event;
    if (event.kind === 'trade') {
      const fault = tradeFault(event);
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

  private takeFields(fields: TickerFields, instants: Instants): void {
    const { stampedAt, now } = instants;
    const heardAt = Math.min(stampedAt, now);
    this.fields = fields;
    this.fieldsAt = heardAt;
    const { last, bid, ask } = fields;
    if (bid !== undefined || ask !== undefined) this.named = { bid, ask, madeAt: stampedAt, heardAt: now };
    this.ofIndex.takeBest(bid, ask, instants);
    if (!isDecimalText(last)) return;
    const said = { text: last, units: toUnits(last), at: heardAt };
    // A last price that is said again is from before the book; another one is a trade, of which the venue owes us the book.
    if (said.units !== this.last?.units && this.isBeyondBook(said.units, stampedAt)) this.isSilenceSound = false;
    const isRepeated = this.ofIndex.repeatLast(said.units, heardAt);
    if (heardAt - this.tradedAt < TICKER_LAST_AFTER_MS) return;
    this.last = said;
    if (!isRepeated) this.ofIndex.takeLast(said, instants);
  }
}

function middleOf(bid: string | undefined, ask: string | undefined): bigint | null {
  return isDecimalText(bid) && isDecimalText(ask) ? (toUnits(bid) + toUnits(ask)) / 2n : null;
}

/** What is wrong with a trade beside its price's place and its instant: anything may have been sent. */
function tradeFault({
  id,
  side,
  price,
  quantity,
}: Record<'id' | 'side' | 'price' | 'quantity', unknown>): TickFault | null {
  if (typeof id !== 'string' || id === '' || id.length > TRADE_ID_MAX) return 'unreadable';
  if (side !== 'buy' && side !== 'sell') return 'unreadable';
  if (!isDecimalText(quantity)) return 'unreadable';
  if (isDecimalText(price) && isTooLarge(toUnits(price), toUnits(quantity))) return 'too-large';
  return toUnits(quantity) > 0n ? null : 'not-positive';
}
