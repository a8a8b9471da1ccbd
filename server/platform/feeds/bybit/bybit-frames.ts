import type { VenueBar } from '../feed.js';
import type { TickerChange, VenueTrade } from '../instrument-stream.js';
import type { BookUpdate } from '../order-book.js';
import {
  decimal,
  type Fields,
  fields,
  flag,
  integer,
  integerText,
  levels,
  list,
  parseJson,
  signedDecimal,
  text,
  UnreadableFrame,
} from '../venue-json.js';

/** A frame of Bybit's v5 public streams, in our words (https://bybit-exchange.github.io/docs/v5/ws/connect). */
export type BybitMessage =
  | { kind: 'book'; symbol: string; snapshot: boolean; update: BookUpdate }
  | { kind: 'ticker'; symbol: string; snapshot: boolean; change: TickerChange; at: number }
  | { kind: 'trades'; symbol: string; trades: VenueTrade[] }
  | { kind: 'bars'; symbol: string; bars: { bar: VenueBar; at: number }[] }
  | { kind: 'reply'; accepted: boolean; operation: string; reason: string }
  | { kind: 'other' };

type Reader = (value: unknown, what: string) => string | number;

const TICKER_FIELDS: Record<string, { field: keyof TickerChange; read: Reader }> = {
  lastPrice: { field: 'last', read: decimal },
  markPrice: { field: 'mark', read: decimal },
  indexPrice: { field: 'index', read: decimal },
  bid1Price: { field: 'bid', read: decimal },
  bid1Size: { field: 'bidQuantity', read: decimal },
  ask1Price: { field: 'ask', read: decimal },
  ask1Size: { field: 'askQuantity', read: decimal },
  prevPrice24h: { field: 'open24h', read: decimal },
  highPrice24h: { field: 'high24h', read: decimal },
  lowPrice24h: { field: 'low24h', read: decimal },
  volume24h: { field: 'volume24h', read: decimal },
  turnover24h: { field: 'quoteVolume24h', read: decimal },
  fundingRate: { field: 'fundingRate', read: signedDecimal },
  nextFundingTime: { field: 'nextFundingAt', read: integerText },
  openInterest: { field: 'openInterest', read: decimal },
};

/** @throws UnreadableFrame when it is not what the venue documents. */
export function readBybitFrame(frame: string): BybitMessage {
  const message = fields(parseJson(frame), 'frame');
  if (typeof message.topic !== 'string') return readReply(message);
  const parts = message.topic.split('.');
  const symbol = parts.at(-1) ?? '';
  switch (parts[0]) {
    case 'orderbook':
      return readBook(message, symbol);
    case 'tickers':
      return readTicker(message, symbol);
    case 'publicTrade':
      return { kind: 'trades', symbol, trades: readTrades(message.data) };
    case 'kline':
      if (parts[1] !== '1') return { kind: 'other' };
      return { kind: 'bars', symbol, bars: list(message.data, 'bars').map(readBar) };
    default:
      return { kind: 'other' };
  }
}

/** The topic that a damaged frame seems to speak of, so that only that one is fetched again. */
export function topicOf(frame: string): string | null {
  return /"topic":"([A-Za-z0-9.]{1,60})"/.exec(frame)?.[1] ?? null;
}

function readReply(message: Fields): BybitMessage {
  if (typeof message.op !== 'string') throw new UnreadableFrame('neither topic nor reply');
  const reason = typeof message.ret_msg === 'string' ? message.ret_msg.slice(0, 200) : '';
  return { kind: 'reply', accepted: message.success !== false, operation: message.op, reason };
}

function readBook(message: Fields, symbol: string): BybitMessage {
  const book = fields(message.data, 'book');
  const update = integer(book.u, 'update id');
  const snapshot = isSnapshot(message);
  return {
    kind: 'book',
    symbol,
    // After a restart of its service Bybit sends update 1, which is a whole book whatever its type says.
    snapshot: snapshot || update === 1,
    update: {
      first: update,
      last: update,
      bids: levels(book.b, 'bids'),
      asks: levels(book.a, 'asks'),
      at: integer(message.cts ?? message.ts, 'instant'),
    },
  };
}

function isSnapshot(message: Fields): boolean {
  if (message.type === 'snapshot' || message.type === 'delta') return message.type === 'snapshot';
  throw new UnreadableFrame('neither snapshot nor delta');
}

function readTicker(message: Fields, symbol: string): BybitMessage {
  const change: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields(message.data, 'ticker'))) {
    const known = Object.hasOwn(TICKER_FIELDS, name) ? TICKER_FIELDS[name] : undefined;
    // An empty text is the venue's way to say that there is no such figure.
    if (known) change[known.field] = value === '' ? undefined : known.read(value, name);
  }
  return {
    kind: 'ticker',
    symbol,
    snapshot: isSnapshot(message),
    change: change as TickerChange,
    at: integer(message.ts, 'instant'),
  };
}

/**
 * Block trades are left out: two parties agreed on their price away from the book, and it is no price of the market.
 * The venue's documentation of the stream: `BT`, whether it is a block trade order or not.
 */
function readTrades(data: unknown): VenueTrade[] {
  const trades = list(data, 'trades').map((value) => fields(value, 'trade'));
  return trades.filter(({ BT }) => BT !== true).map(readTrade);
}

function readTrade(trade: Fields): VenueTrade {
  if (trade.S !== 'Buy' && trade.S !== 'Sell') throw new UnreadableFrame('trade without a side');
  return {
    id: text(trade.i, 'trade id'),
    price: decimal(trade.p, 'price'),
    quantity: decimal(trade.v, 'quantity'),
    side: trade.S === 'Buy' ? 'buy' : 'sell',
    at: integer(trade.T, 'instant'),
  };
}

function readBar(value: unknown): { bar: VenueBar; at: number } {
  const bar = fields(value, 'bar');
  return {
    at: integer(bar.timestamp, 'instant'),
    bar: {
      openAt: integer(bar.start, 'start'),
      open: decimal(bar.open, 'open'),
      high: decimal(bar.high, 'high'),
      low: decimal(bar.low, 'low'),
      close: decimal(bar.close, 'close'),
      volume: decimal(bar.volume, 'volume'),
      quoteVolume: decimal(bar.turnover, 'turnover'),
      trades: null,
      closed: flag(bar.confirm, 'confirm'),
    },
  };
}
