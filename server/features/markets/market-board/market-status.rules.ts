import type {
  MarketStatus,
  MarketStatusReason,
  PerpetualQuoteView,
  TickerView,
} from '../../../contract/markets/markets.dto.js';

/** A price older than this is not a price to act on (the specification's 5 s). */
export const PRICE_STALE_MS = 5000;
/** A quoted book that was not confirmed for this long fills nobody: no more than any other price (G8). */
export const BOOK_STALE_MS = 5000;
/** Without a word from the feeding process for this long, the feed counts as lost. */
export const FEED_LOST_MS = 5000;

export interface MarketSituation {
  /** Whether an operator halted the market. */
  halted: boolean;
  /** Why the session calendar says closed; null while a session is open. */
  closed: 'session-closed' | 'holiday' | null;
  /** Ten bad ticks in a row, and no good one since. */
  badTicks: boolean;
  /** When the source last confirmed the price, Unix milliseconds; null when there never was one. */
  confirmedAt: number | null;
  /** Whether the way to the source stands. */
  connected: boolean;
}

export interface StatusWithReason {
  status: MarketStatus;
  reason: MarketStatusReason | null;
}

/**
 * How a market's price may be used at `now`. The first that applies wins: an operator's halt, a closed session, bad
 * ticks, nothing known, a lost feed, an old price.
 */
export function marketStatus(situation: MarketSituation, now: number): StatusWithReason {
  if (situation.halted) return { status: 'halted', reason: 'operator' };
  if (situation.closed) return { status: 'closed', reason: situation.closed };
  if (situation.badTicks) return { status: 'halted', reason: 'bad-ticks' };
  if (situation.confirmedAt === null) return { status: 'stale', reason: 'no-data' };
  if (now - situation.confirmedAt <= PRICE_STALE_MS) return { status: 'live', reason: null };
  return { status: 'stale', reason: situation.connected ? 'price-too-old' : 'feed-lost' };
}

/** How a price may be used while nobody feeds. */
function statusWithoutFeed(
  last: string | null,
  situation: Pick<MarketSituation, 'halted' | 'closed'>,
): StatusWithReason {
  const confirmedAt = last === null ? null : Number.NEGATIVE_INFINITY;
  return marketStatus({ ...situation, badTicks: false, confirmedAt, connected: false }, 0);
}

/** What futures were traded by while nobody feeds: what is known of it, never as live. */
export function futuresWithoutFeed(
  quote: PerpetualQuoteView,
  situation: Pick<MarketSituation, 'halted' | 'closed'>,
): PerpetualQuoteView {
  const { status, reason } = statusWithoutFeed(quote.last, situation);
  return quote.status === status && quote.reason === reason ? quote : { ...quote, status, reason };
}

/** What a row says of the next opening: only a closed market has one. */
export function opensAtOf(status: MarketStatus, opensAt: number | null): number | null {
  return status === 'closed' ? opensAt : null;
}

/** The row of a market while nobody feeds: what is known of it, never as live. */
export function rowWithoutFeed(
  row: TickerView,
  situation: Pick<MarketSituation, 'halted' | 'closed'> & { opensAt?: number | null },
): TickerView {
  const { status, reason } = statusWithoutFeed(row.last, situation);
  const opensAt = opensAtOf(status, situation.opensAt ?? null);
  const isSame = row.status === status && row.reason === reason && row.opensAt === opensAt;
  if (isSame && row.indexState === 'stale') return row;
  return { ...row, mark: null, index: null, indexState: 'stale', status, reason, opensAt };
}

/** The row of a market of which nothing is known. No zeros stand for "no data". */
export function emptyRow(symbol: string): TickerView {
  return {
    symbol,
    last: null,
    mark: null,
    index: null,
    indexState: 'stale',
    open: null,
    high: null,
    low: null,
    volume: null,
    quoteVolume: null,
    change: null,
    windowMs: 0,
    status: 'stale',
    reason: 'no-data',
    opensAt: null,
    origin: 'live',
    pricedAt: null,
  };
}
