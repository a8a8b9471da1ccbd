import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { MarketCategory, MarketStatus, MarketStatusReason, PriceOrigin, TickerView } from './markets.dto.js';

/**
 * One market as the clients of this family know it, with our own additions at the end.
 *
 * Prices, sizes and fees are decimal text with eight decimals (more where the market's price has more), truncated.
 * Where there is no price yet the old fields are the empty text: these clients call text methods on them and coerce
 * them with `*1`, and both bear it, while null would stop them. The additions say the same with null. Flags are 0 or 1.
 */
export class QuotationPairView {
  /** The market's id; the wire calls it match id. */
  id: number;
  currency_id: number;
  /** Code of the base currency. */
  currency_name: string;
  legal_id: number;
  /** Code of the quote currency. */
  legal_name: string;
  /** `BTC/USDT`. */
  symbol: string;
  is_display: number;
  /** Always 2: prices come from outside. */
  market_from: number;
  /** Where the prices come from; `simulated` prices are invented. */
  market_from_name: string;
  open_transaction: number;
  /** 1: perpetual contracts are offered. */
  open_lever: number;
  /** 1: options are offered. */
  open_microtrade: number;
  /** 1: spot trading is offered. */
  open_coin_trade: number;
  /** 1: the market is in session and not halted. */
  is_open: number;
  sort: number;
  /** Not kept; the empty text. */
  create_time: string;
  /** Base quantity of one lot. */
  lever_share_num: string;
  spread: string;
  /** Percent a night. */
  overnight: string;
  /** Percent of the contract's value. */
  lever_trade_fee: string;
  lever_min_share: number;
  lever_max_share: number;
  /** Percent of the stake. */
  micro_trade_fee: string;
  /** Not used; the zero text. */
  fluctuate_min: string;
  /** Not used; the zero text. */
  fluctuate_max: string;
  /**
   * Yuan for one of the quote currency, as the desk set it; of any other than USDT, the dollar and the yuan through its
   * price in USDT, zero where it has none. For showing alone. Both old clients' names for it.
   */
  rmb_relation: string;
  fiat_convert_cny: string;
  /** When the desk set it, Unix milliseconds: an age would make another reply of each. Null when there is none. */
  rmb_set_at: number | null;
  logo: string;
  /** Last price. */
  now_price: string;
  /** Last price, under another of its names. */
  close: string;
  open: string;
  high: string;
  low: string;
  /** Base quantity of the rolling 24 hours. */
  volume: string;
  /** Signed percent of the rolling 24 hours, without the percent sign: `+1.23`. */
  change: string;

  /** What follows is ours. Name of the market in plain English. */
  name: string;
  category: MarketCategory;
  price_decimals: number;
  quantity_decimals: number;
  recommended: number;
  calendar: string;
  /** Label of the prices: `simulated` wherever they are invented. */
  origin: PriceOrigin;
  status: MarketStatus;
  reason: MarketStatusReason | null;
  /** Age of the last price when the reply was made, in milliseconds; null when there is none. */
  price_age_ms: number | null;
  /** Hourly closes of the last 24 hours, oldest first; empty when there is no history. */
  spark: string[];
  /** The same view that the channel `markets.ticker` carries; null before anything is known. */
  ticker: TickerView | null;
}

/** The markets with one quote currency. */
export class QuotationGroupView {
  /** Id of the quote currency; 3 is USDT, which comes first. */
  id: number;
  name: string;
  logo: string;
  is_display: number;
  is_legal: number;
  /** Yuan for one of it, as in its pairs. */
  fiat_convert_cny: string;
  /** When the desk set it, as in its pairs. */
  rmb_set_at: number | null;
  quotation: QuotationPairView[];
}

/** A stock: a pair with its price under two more names. */
export class StockPriceView extends QuotationPairView {
  /** Last price; the empty text when there is none. */
  price: string;
}

/** One bar in the K-line form. */
export class CandleRowView {
  /** Open time in Unix seconds. */
  id: number;
  /** Open time in Unix milliseconds. */
  time: number;
  open: string;
  close: string;
  high: string;
  low: string;
  /** Base quantity. */
  volume: string;
  /** Base quantity, under another of its names. */
  amount: string;
  /** Quote value. */
  vol: string;
  /** Number of trades. */
  count: number;
  symbol: string;
  /** False: the running bar, which still changes. */
  closed: boolean;
  /** Nobody traded: a flat bar at the previous close. */
  filled: boolean;
  /** The source was down for a part of the bar. */
  outage: boolean;
  /** Label of this bar's prices: `imported` bars may stand before the first one of the market's own origin. */
  origin: PriceOrigin;
  revision: number;
}

/** The reply of the K-line calls. */
export class CandleRowsReply {
  /** 1 on success. */
  code: number;
  msg: string;
  /** Ascending; empty when there are no bars in the range. */
  data: CandleRowView[];
  symbol: string;
  period: string;
  /** Label of the market's prices now: `simulated` wherever they are invented. */
  origin: PriceOrigin | null;
  status: MarketStatus | null;
  reason: MarketStatusReason | null;
  /**
   * When the range may hold older bars than this reply carries: the `to` (Unix seconds) that asks for the page before
   * this one, which may be empty. Null when the range is complete.
   */
  next_to: number | null;
}

export class TradeRowView {
  id: string;
  /** Unix milliseconds. */
  ts: number;
  /** `HH:mm:ss`, UTC. */
  time: string;
  price: string;
  amount: string;
  /** The taker's side. */
  direction: 'buy' | 'sell';
}

// Old clients send an optional value that they do not have as the empty text.
const SECONDS = /^(-?[0-9]{1,10})?$/;
const COUNT = /^([1-9][0-9]{0,5})?$/;
const ID = /^[1-9][0-9]{0,8}$/;

export class CandlesRequest {
  /** `BTC/USDT`. */
  @IsString()
  @MaxLength(40)
  symbol: string;

  /** `1min`, `5min`, `15min`, `30min`, `60min`, `1day`, `1week`, `1mon`; also `1H`, `1D`, `1W`, `1M`. */
  @IsString()
  @MaxLength(10)
  period: string;

  /** Unix seconds, inclusive. Without it: the newest bars up to `to`. */
  @IsOptional()
  @Matches(SECONDS)
  from?: string;

  /** Unix seconds, inclusive; now by default. */
  @IsOptional()
  @Matches(SECONDS)
  to?: string;

  /** At most so many bars, the newest of the range. Never more than 2,000; 500 when `from` is not given. */
  @IsOptional()
  @Matches(COUNT)
  limit?: string;
}

export class KlineHistoryRequest {
  /** Base and quote with a hyphen: `BTC-USDT`. */
  @IsString()
  @Matches(/^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$/)
  instId: string;

  /** `1m`, `5m`, `15m`, `30m`, `1H`, `1D`, `1W`, `1M`, or a period of `currency/new_timeshar`. */
  @IsString()
  @MaxLength(10)
  bar: string;

  /** Unix milliseconds: bars that opened no later; now by default. */
  @IsOptional()
  @Matches(/^([0-9]{1,13})?$/)
  t?: string;

  /** At most so many bars, the newest; 500 by default, never more than 2,000. */
  @IsOptional()
  @Matches(COUNT)
  limit?: string;
}

/** A bar in the words of another client. */
export class KlineHistoryRowView {
  /** Open time in Unix seconds. */
  id: number;
  /** Open time in Unix milliseconds. */
  ts: number;
  o: string;
  h: string;
  l: string;
  c: string;
  /** Traded, in the base currency. */
  vol: string;
  /** Traded, in the quote currency. */
  volCcy: string;
  /** Open time, `YYYY-MM-DD HH:mm:ss`, UTC. */
  crt: string;
}

/** The form in which these clients read: the rows beside the word. */
export class KlineHistoryReply {
  type: 'ok';
  message: string;
  data: KlineHistoryRowView[];
}

export class DealRequest {
  /** Id of the base currency. */
  @IsString()
  @Matches(ID)
  currency_id: string;

  /** Id of the quote currency. */
  @IsString()
  @Matches(ID)
  legal_id: string;
}

export class StockPriceRequest {
  /** `AAPL` or `AAPL/USD`. */
  @IsString()
  @MaxLength(40)
  symbol: string;
}
