/**
 * The port through which prices enter. A feed speaks one venue's protocol and hands on what the venue said, with the
 * venue's own instants and decimal text. It judges nothing: which tick may become a price is decided by the markets.
 */

/** One thing that a venue trades: `bybit:linear:BTCUSDT`. */
export interface Instrument {
  venue: string;
  /** `spot`, `linear` (perpetual in USDT), `stock`, `commodity`. */
  category: string;
  /** The venue's own symbol. */
  symbol: string;
}

export type InstrumentKey = string;

export function instrumentKey({ venue, category, symbol }: Instrument): InstrumentKey {
  return `${venue}:${category}:${symbol}`;
}

/** Figures of a venue's ticker. An absent field means "the venue does not say", never zero. */
export interface TickerFields {
  last?: string;
  mark?: string;
  index?: string;
  bid?: string;
  bidQuantity?: string;
  ask?: string;
  askQuantity?: string;
  open24h?: string;
  high24h?: string;
  low24h?: string;
  volume24h?: string;
  quoteVolume24h?: string;
  fundingRate?: string;
  nextFundingAt?: number;
  openInterest?: string;
}

/** The venue's own bar of one minute or more. */
export interface VenueBar {
  openAt: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  quoteVolume: string;
  /** Number of trades; null when the venue does not publish it. */
  trades: number | null;
  closed: boolean;
}

/** Bar lengths that venues are asked for. */
export type VenuePeriod = '1min' | '60min' | '1day';

export type BookLevel = [price: string, quantity: string];

interface EventBase {
  instrument: InstrumentKey;
  /** When it happened at the venue, Unix milliseconds. */
  at: number;
  /** When it reached us, by the product's clock. */
  receivedAt: number;
}

export type FeedEvent =
  | (EventBase & { kind: 'trade'; id: string; price: string; quantity: string; side: 'buy' | 'sell' })
  /** All figures known so far: the venue's field-level deltas are already merged. */
  | (EventBase & { kind: 'ticker'; fields: TickerFields })
  /** The assembled book, best first, at most 50 levels a side. `sequence` is the venue's. */
  | (EventBase & { kind: 'book'; bids: BookLevel[]; asks: BookLevel[]; sequence: number })
  | (EventBase & { kind: 'bar'; period: '1min'; bar: VenueBar });

/** What a feed reports about itself, for statuses, logs and metrics. */
export type FeedNotice =
  | { kind: 'connected'; venue: string; connection: string }
  | { kind: 'disconnected'; venue: string; connection: string; reason: string }
  /**
   * The connection that brings these books has just been heard: being in order, it has brought all that was said before.
   * At most once a second; a busy one and a quiet one that answers a ping alike.
   */
  | { kind: 'alive'; venue: string; connection: string; books: readonly InstrumentKey[] }
  /** Something was missed: the book is being fetched again, or trades may be missing until bars are reconciled. */
  | { kind: 'gap'; venue: string; instrument: InstrumentKey; what: 'book' | 'trades' | 'ticker' }
  | { kind: 'healed'; venue: string; instrument: InstrumentKey; what: 'book' | 'trades' | 'ticker' }
  /** A message that does not follow the venue's documented form; it was dropped. */
  | { kind: 'unreadable'; venue: string; reason: string };

export interface FeedSink {
  event(event: FeedEvent): void;
  notice(notice: FeedNotice): void;
}

/** A venue's adapter. One real class per venue, and the simulation. */
export abstract class Feed {
  abstract readonly venue: string;
  /** Whether its prices are invented; they are labelled so everywhere. */
  abstract readonly simulated: boolean;

  /** Whether the venue answers within the given time. Never throws. */
  abstract probe(timeoutMs: number): Promise<boolean>;

  /**
   * Connects, subscribes and keeps connected until {@link stop}. Resolves when the first subscription is sent, or when
   * the first attempt has failed; it goes on trying then.
   */
  abstract start(instruments: Instrument[], sink: FeedSink): Promise<void>;

  abstract stop(): Promise<void>;

  /**
   * The venue's own bars with `from <= openAt < to`, ascending, without gaps where the venue has none.
   * An empty list when the venue has no history for the instrument.
   */
  abstract history(instrument: Instrument, period: VenuePeriod, from: number, to: number): Promise<VenueBar[]>;
}
