import type { VenueBar } from '../feed.js';
import type { TickerChange, VenueTrade } from '../instrument-stream.js';
import type { BookUpdate } from '../order-book.js';
import {
  decimal,
  type Fields,
  fields,
  integer,
  integerText,
  levels,
  list,
  parseJson,
  signedDecimal,
  text,
  UnreadableFrame,
} from '../venue-json.js';

/** A book message. Neither number nor checksum is in every message that the venue has ever sent. */
export interface OkxBookMessage {
  snapshot: boolean;
  /** Null where the venue gives its messages no numbers. */
  sequence: { last: number; previous: number } | null;
  checksum: number | null;
  levels: Pick<BookUpdate, 'bids' | 'asks'>;
  at: number;
}

/** A frame of OKX's v5 public streams, in our words (https://www.okx.com/docs-v5/en/#order-book-trading-market-data). */
export type OkxMessage =
  | ({ kind: 'book'; symbol: string } & OkxBookMessage)
  | { kind: 'ticker'; symbol: string; change: TickerChange; at: number }
  | { kind: 'trades'; symbol: string; trades: VenueTrade[] }
  | { kind: 'bars'; symbol: string; bars: VenueBar[] }
  /** `unlisted`: the symbol that the venue does not know. */
  | { kind: 'reply'; accepted: boolean; reason: string; unlisted: string | null }
  /** The venue is about to close the connection. */
  | { kind: 'shutdown' }
  | { kind: 'other' };

/** What the symbols of perpetuals end with; the quantities of those are numbers of contracts. */
export const PERPETUAL = '-SWAP';
/** The error of a subscription to what the venue does not have. */
const UNKNOWN_TOPIC = '60018';
/** The venue's answer to our ping. */
const PONG = 'pong';

/** @throws UnreadableFrame when it is not what the venue documents. */
export function readOkxFrame(frame: string): OkxMessage {
  if (frame === PONG) return { kind: 'other' };
  const message = fields(parseJson(frame), 'frame');
  if (message.event !== undefined) return readEvent(message);
  const { channel, instId } = fields(message.arg, 'argument');
  const symbol = text(instId, 'instrument');
  switch (channel) {
    case 'books':
      return { kind: 'book', symbol, ...readBook(message) };
    case 'tickers':
      return { kind: 'ticker', symbol, ...readTicker(newest(message)) };
    case 'mark-price':
      return { kind: 'ticker', symbol, ...readFigure(newest(message), 'mark', 'markPx') };
    case 'index-tickers':
      // An index has the name of its pair; we ask for that of a perpetual.
      return { kind: 'ticker', symbol: `${symbol}${PERPETUAL}`, ...readFigure(newest(message), 'index', 'idxPx') };
    case 'funding-rate':
      return { kind: 'ticker', symbol, ...readFunding(newest(message)) };
    case 'trades':
      return { kind: 'trades', symbol, trades: list(message.data, 'trades').map(readTrade) };
    case 'candle1m':
      return { kind: 'bars', symbol, bars: list(message.data, 'bars').map((row) => readOkxRow(row, symbol)) };
    default:
      return { kind: 'other' };
  }
}

/** The channel and the symbol that a damaged frame seems to speak of. */
export function okxTopicOf(frame: string): { channel: string; symbol: string } | null {
  const found = /"channel":"([a-z0-9-]{1,30})","instId":"([A-Z0-9-]{1,40})"/.exec(frame);
  return found?.[1] && found[2] ? { channel: found[1], symbol: found[2] } : null;
}

/** A bar, of a stream and of the history: `[ts, o, h, l, c, vol, volCcy, volCcyQuote, confirm]`, all texts. */
export function readOkxRow(row: unknown, symbol: string): VenueBar {
  const [start, open, high, low, close, quantity, currency, quote, confirm] = list(row, 'bar', 20);
  if (confirm !== '0' && confirm !== '1') throw new UnreadableFrame('bar without confirm');
  return {
    openAt: integerText(start, 'start'),
    open: decimal(open, 'open'),
    high: decimal(high, 'high'),
    low: decimal(low, 'low'),
    close: decimal(close, 'close'),
    // Of a perpetual the first figure counts contracts, and the second is what they are of the base currency.
    volume: decimal(symbol.endsWith(PERPETUAL) ? currency : quantity, 'volume'),
    quoteVolume: decimal(quote, 'quote volume'),
    trades: null,
    closed: confirm === '1',
  };
}

function readEvent(message: Fields): OkxMessage {
  const event = text(message.event, 'event');
  if (event === 'notice') return { kind: 'shutdown' };
  const reason = typeof message.msg === 'string' ? message.msg.slice(0, 200) : '';
  const accepted = event !== 'error' && event !== 'channel-conn-count-error';
  return { kind: 'reply', accepted, reason, unlisted: message.code === UNKNOWN_TOPIC ? unlistedIn(reason) : null };
}

/** "Wrong URL or channel:tickers,instId:ABC-USDT doesn't exist. Please use the correct URL, …" */
function unlistedIn(reason: string): string | null {
  return /\binstId:([A-Z0-9-]{1,40}) doesn't exist\b/.exec(reason)?.[1] ?? null;
}

/** The last of what is said: one entry as a rule. */
function newest(message: Fields): Fields {
  return fields(list(message.data, 'data').at(-1), 'entry');
}

function readBook(message: Fields): OkxBookMessage {
  if (message.action !== 'snapshot' && message.action !== 'update')
    throw new UnreadableFrame('neither snapshot nor update');
  const snapshot = message.action === 'snapshot';
  const book = fields(list(message.data, 'books', 1)[0], 'book');
  return {
    snapshot,
    sequence: readSequence(book, snapshot),
    checksum: readChecksum(book.checksum),
    levels: { bids: levels(book.bids, 'bids'), asks: levels(book.asks, 'asks') },
    at: integerText(book.ts, 'instant'),
  };
}

function readSequence({ seqId, prevSeqId }: Fields, snapshot: boolean): OkxBookMessage['sequence'] {
  if (seqId === undefined) return null;
  const last = integer(seqId, 'sequence');
  // A snapshot follows nothing; the venue says -1.
  return { last, previous: snapshot ? last : integer(prevSeqId, 'previous sequence') };
}

function readChecksum(value: unknown): number | null {
  // Zero is what a venue says that has stopped counting.
  if (value === undefined || value === 0) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new UnreadableFrame('checksum is not a whole number');
}

type Figures = { change: TickerChange; at: number };

function readTicker(entry: Fields): Figures {
  const perpetual = text(entry.instId, 'instrument').endsWith(PERPETUAL);
  const change = {
    last: figure(entry.last, 'last'),
    bid: figure(entry.bidPx, 'bid'),
    bidQuantity: figure(entry.bidSz, 'bid quantity'),
    ask: figure(entry.askPx, 'ask'),
    askQuantity: figure(entry.askSz, 'ask quantity'),
    open24h: figure(entry.open24h, 'open'),
    high24h: figure(entry.high24h, 'high'),
    low24h: figure(entry.low24h, 'low'),
    // Of a perpetual: contracts, and what they are of the base currency. The venue does not say what was paid.
    volume24h: figure(perpetual ? entry.volCcy24h : entry.vol24h, 'volume'),
    quoteVolume24h: perpetual ? undefined : figure(entry.volCcy24h, 'quote volume'),
  };
  return { change: change as TickerChange, at: integerText(entry.ts, 'instant') };
}

function readFigure(entry: Fields, field: 'mark' | 'index', name: string): Figures {
  return { change: { [field]: decimal(entry[name], name) } as TickerChange, at: integerText(entry.ts, 'instant') };
}

function readFunding(entry: Fields): Figures {
  const at = integerText(entry.ts, 'instant');
  const change = {
    fundingRate: signedDecimal(entry.fundingRate, 'funding rate'),
    nextFundingAt: integerText(entry.fundingTime, 'funding time'),
  };
  return { change: change as TickerChange, at };
}

/** An empty text is the venue's way to say that there is no such figure. */
function figure(value: unknown, what: string): string | undefined {
  return value === '' ? undefined : decimal(value, what);
}

function readTrade(value: unknown): VenueTrade {
  const trade = fields(value, 'trade');
  if (trade.side !== 'buy' && trade.side !== 'sell') throw new UnreadableFrame('trade without a side');
  return {
    id: text(trade.tradeId, 'trade id'),
    price: decimal(trade.px, 'price'),
    quantity: decimal(trade.sz, 'quantity'),
    side: trade.side,
    at: integerText(trade.ts, 'instant'),
  };
}
