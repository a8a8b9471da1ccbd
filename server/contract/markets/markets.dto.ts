/**
 * The views of a market that clients see. The HTTP replies and the realtime channels carry the same types, so a page
 * load and a live update cannot differ. Prices and quantities are decimal text; instants are Unix milliseconds.
 */

/** How a market's price may be used right now. */
export type MarketStatus = 'live' | 'stale' | 'closed' | 'halted';

/** Why a market is not live. Words are the client's. */
export type MarketStatusReason =
  | 'no-data'
  | 'price-too-old'
  | 'feed-lost'
  | 'session-closed'
  | 'holiday'
  | 'bad-ticks'
  | 'operator';

export const PRICE_ORIGINS = ['live', 'simulated', 'recorded', 'imported'] as const;

/** Where the prices come from. Simulated and imported prices are labelled as such wherever they are shown. */
export type PriceOrigin = (typeof PRICE_ORIGINS)[number];

/** How sound the index is: `degraded` takes no new risk, `stale` is not used at all. */
export type IndexState = 'ok' | 'degraded' | 'stale';

export type MarketCategory = 'crypto' | 'commodity' | 'stock';

export class TickerView {
  /** For example `BTC/USDT`. */
  symbol: string;
  /** Last accepted price; null when there is none. Never zero for "no data". */
  last: string | null;
  mark: string | null;
  index: string | null;
  indexState: IndexState;
  /** First, highest and lowest price of the window, null when unknown. */
  open: string | null;
  high: string | null;
  low: string | null;
  /** Base quantity and quote value traded in the window. */
  volume: string | null;
  quoteVolume: string | null;
  /** Percent against the price at the start of the window, signed, two decimals, without the percent sign. */
  change: string | null;
  /** Width of the rolling window in milliseconds. */
  windowMs: number;
  status: MarketStatus;
  reason: MarketStatusReason | null;
  /** When the next session opens, while the market is closed; null otherwise, and when that is not known. */
  opensAt: number | null;
  origin: PriceOrigin;
  /** When the last price was made at its source; null when there is none. */
  pricedAt: number | null;
}

export class IndexConstituentView {
  venue: string;
  price: string | null;
  weight: string;
  /** Age of the price when the sample was taken. */
  ageMs: number | null;
  used: boolean;
  /** Why it was left out. */
  reason: 'too-old' | 'outlier' | 'no-data' | null;
}

export class MarkPriceView {
  symbol: string;
  mark: string | null;
  index: string | null;
  /** Of the instrument that is marked: the contracts', where there are any. Null where nothing has confirmed it for 5 s. */
  last: string | null;
  indexState: IndexState;
  /** Where the index came from: our own median of venues, or the single venue's own figure. */
  method: 'constituents' | 'venue';
  constituents: IndexConstituentView[];
  /** Fraction per funding interval, null when the market has none. */
  fundingRate: string | null;
  nextFundingAt: number | null;
  sampledAt: number;
}

/** Bar lengths on the wire; `timeshare` on a chart is the closes of `1min`. */
export const CANDLE_PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day', '1week', '1mon'] as const;
export type CandlePeriod = (typeof CANDLE_PERIODS)[number];

export class CandleView {
  symbol: string;
  period: CandlePeriod;
  /** Open time of the bar. */
  openAt: number;
  open: string;
  high: string;
  low: string;
  close: string;
  /** Base quantity. */
  volume: string;
  /** Quote value. */
  quoteVolume: string;
  trades: number;
  /** Grows with every change of the bar. */
  revision: number;
  /** A closed bar never changes but by a correction with a higher revision. */
  closed: boolean;
  /** No trade happened: a flat bar at the previous close. */
  filled: boolean;
  /** The source was down for at least a part of the bar. */
  outage: boolean;
  /** Where the bar's prices come from. Imported bars may stand before those of the market's own origin, never among them. */
  origin: PriceOrigin;
}

/** Price and quantity. */
export type DepthLevel = [price: string, quantity: string];

export class DepthView {
  symbol: string;
  /** Best first. */
  bids: DepthLevel[];
  asks: DepthLevel[];
  /** When it last changed at the venue, Unix milliseconds. */
  at: number;
  /** When the venue last said it, or showed by a sign of life that it has not changed. Both sides empty: there is none. */
  confirmedAt: number;
}

/** The last price that a market's contracts are traded by, where it is not the pair's own. */
export class PerpetualQuoteView {
  symbol: string;
  last: string | null;
  status: MarketStatus;
  reason: MarketStatusReason | null;
  origin: PriceOrigin;
  /** When the price was made or last confirmed at its source, Unix milliseconds. */
  pricedAt: number | null;
}

export class TradeView {
  id: string;
  price: string;
  quantity: string;
  /** The side of the taker. */
  side: 'buy' | 'sell';
  at: number;
}
