import type { VenueBar } from '../feed.js';
import type { TickerChange, VenueTrade } from '../instrument-stream.js';
import type { BookUpdate } from '../order-book.js';
import {
  decimal,
  type Fields,
  fields,
  flag,
  integer,
  levels,
  parseJson,
  signedDecimal,
  text,
  UnreadableFrame,
} from '../venue-json.js';

/**
 * A frame of Binance's combined streams, spot or USD-M, in our words (developers.binance.com: spot "WebSocket
 * Streams", USD-M "Websocket Market Streams").
 */
export type BinanceMessage =
  | { kind: 'book'; symbol: string; update: BookUpdate }
  | { kind: 'ticker'; symbol: string; change: TickerChange; at: number }
  | { kind: 'trade'; symbol: string; trade: VenueTrade; number: number }
  | { kind: 'bar'; symbol: string; bar: VenueBar; at: number }
  /** The server is about to go away: connect anew before it does. */
  | { kind: 'shutdown' }
  | { kind: 'other' };

/** @throws UnreadableFrame when it is not what the venue documents. */
export function readBinanceFrame(frame: string): BinanceMessage {
  const message = fields(parseJson(frame), 'frame');
  // Replies to requests and streams that we do not ask for.
  if (message.data === undefined) {
    if ('result' in message || 'id' in message) return { kind: 'other' };
    if (message.e === 'serverShutdown') return { kind: 'shutdown' };
    throw new UnreadableFrame('neither stream nor reply');
  }
  // Streams of all symbols at once, which we do not ask for, carry lists.
  if (Array.isArray(message.data)) return { kind: 'other' };
  const event = fields(message.data, 'event');
  switch (event.e) {
    case 'depthUpdate':
      // Partial books (`@depth20`) have the same event name but are no changes.
      if (!/@depth(?:@|$)/.test(text(message.stream, 'stream'))) return { kind: 'other' };
      return { kind: 'book', symbol: text(event.s, 'symbol'), update: readBook(event) };
    case 'aggTrade':
      return readTrade(event);
    case 'kline':
      return readBar(event);
    case '24hrTicker':
      return readTicker(event);
    case 'markPriceUpdate':
      return readMark(event);
    case 'serverShutdown':
      return { kind: 'shutdown' };
    default:
      return { kind: 'other' };
  }
}

/** The symbol that a damaged frame's stream name speaks of, in upper case. */
export function streamOf(frame: string): { symbol: string; stream: string } | null {
  const name = /"stream":"([a-z0-9_]{1,40})@([A-Za-z0-9_@]{1,30})"/.exec(frame);
  return name?.[1] && name[2] ? { symbol: name[1].toUpperCase(), stream: name[2] } : null;
}

/** The reply of `GET /api/v3/depth` and `/fapi/v1/depth`, as an update that replaces the whole book. */
export function readBinanceDepth(reply: unknown): BookUpdate {
  const depth = fields(reply, 'depth');
  const last = integer(depth.lastUpdateId, 'last update id');
  return {
    first: last,
    last,
    bids: levels(depth.bids, 'bids'),
    asks: levels(depth.asks, 'asks'),
    at: depth.T === undefined ? 0 : integer(depth.T, 'instant'),
  };
}

function readBook(event: Fields): BookUpdate {
  const update = {
    first: integer(event.U, 'first update id'),
    last: integer(event.u, 'final update id'),
    bids: levels(event.b, 'bids'),
    asks: levels(event.a, 'asks'),
    at: integer(event.T ?? event.E, 'instant'),
  };
  return event.pu === undefined ? update : { ...update, previous: integer(event.pu, 'previous update id') };
}

function readTrade(event: Fields): BinanceMessage {
  const number = integer(event.a, 'trade id');
  const trade: VenueTrade = {
    id: String(number),
    price: decimal(event.p, 'price'),
    quantity: decimal(event.q, 'quantity'),
    // `m`: the buyer's order was resting, so the seller struck.
    side: flag(event.m, 'maker side') ? 'sell' : 'buy',
    at: integer(event.T, 'instant'),
  };
  return { kind: 'trade', symbol: text(event.s, 'symbol'), trade, number };
}

function readBar(event: Fields): BinanceMessage {
  const bar = fields(event.k, 'bar');
  if (bar.i !== '1m') return { kind: 'other' };
  return {
    kind: 'bar',
    symbol: text(event.s, 'symbol'),
    at: integer(event.E, 'instant'),
    bar: {
      openAt: integer(bar.t, 'start'),
      open: decimal(bar.o, 'open'),
      high: decimal(bar.h, 'high'),
      low: decimal(bar.l, 'low'),
      close: decimal(bar.c, 'close'),
      volume: decimal(bar.v, 'volume'),
      quoteVolume: decimal(bar.q, 'quote volume'),
      trades: integer(bar.n, 'trades'),
      closed: flag(bar.x, 'closed'),
    },
  };
}

function readTicker(event: Fields): BinanceMessage {
  const change: TickerChange = {
    last: decimal(event.c, 'last price'),
    open24h: decimal(event.o, 'open'),
    high24h: decimal(event.h, 'high'),
    low24h: decimal(event.l, 'low'),
    volume24h: decimal(event.v, 'volume'),
    quoteVolume24h: decimal(event.q, 'quote volume'),
  };
  // Only the spot ticker carries the best bid and ask.
  if (event.b !== undefined && event.a !== undefined) {
    change.bid = decimal(event.b, 'bid');
    change.bidQuantity = decimal(event.B, 'bid quantity');
    change.ask = decimal(event.a, 'ask');
    change.askQuantity = decimal(event.A, 'ask quantity');
  }
  return { kind: 'ticker', symbol: text(event.s, 'symbol'), change, at: integer(event.E, 'instant') };
}

function readMark(event: Fields): BinanceMessage {
  const change: TickerChange = { mark: decimal(event.p, 'mark price') };
  if (event.i !== undefined && event.i !== '') change.index = decimal(event.i, 'index price');
  // Delivery contracts have no funding: an empty rate and time 0.
  if (event.r !== undefined && event.r !== '') change.fundingRate = signedDecimal(event.r, 'funding rate');
  const next = event.T === undefined ? 0 : integer(event.T, 'next funding time');
  if (next > 0) change.nextFundingAt = next;
  return { kind: 'ticker', symbol: text(event.s, 'symbol'), change, at: integer(event.E, 'instant') };
}
