import {
  type ByeMessage,
  type ChannelDelta,
  type ChannelKey,
  type ChannelName,
  type ChannelSnapshot,
  type Frame,
  HEARTBEAT_MS,
  type HelloMessage,
  MESSAGE_BYTES_MAX,
  MESSAGES_PER_SECOND,
  type RealtimeRefusal,
  type SubscribeReply,
  SUBSCRIPTIONS_PER_SOCKET,
} from './channels.js';
import { EVENT_EXAMPLES } from './event-examples.js';
import { type AccountEvent, ACCOUNT_EVENT_KINDS } from './events.dto.js';
import type { CandleView, DepthView, MarkPriceView, PerpetualQuoteView, TickerView } from './markets/markets.dto.js';
import { EXAMPLE_AT } from './trading/event-examples.js';

/** What is asked for of a channel, and what is told of it: the whole, and then a change of it. */
interface ChannelExample<Name extends ChannelName> {
  key: ChannelKey<Name>;
  /** What follows the channel's name in the id that frames carry. */
  id: string;
  snapshot: ChannelSnapshot<Name>;
  change: ChannelDelta<Name>;
}

const MINUTE_MS = 60_000;
const SYMBOL = 'BTC/USDT';

const TICKER: TickerView = {
  symbol: SYMBOL,
  last: '60000.5',
  mark: '60001.2',
  index: '60000.9',
  indexState: 'ok',
  open: '58800',
  high: '60420.1',
  low: '58610.4',
  volume: '18204.51',
  quoteVolume: '1086332140.2',
  change: '2.04',
  windowMs: 86_400_000,
  status: 'live',
  reason: null,
  opensAt: null,
  origin: 'live',
  pricedAt: EXAMPLE_AT - 40,
};

const CANDLE: CandleView = {
  symbol: SYMBOL,
  period: '1min',
  openAt: EXAMPLE_AT - (EXAMPLE_AT % MINUTE_MS),
  open: '59990',
  high: '60004.3',
  low: '59988.1',
  close: '60000.5',
  volume: '3.214',
  quoteVolume: '192821.4',
  trades: 118,
  revision: 40,
  closed: false,
  filled: false,
  outage: false,
  origin: 'live',
};

const DEPTH: DepthView = {
  symbol: SYMBOL,
  bids: [
    ['60000.4', '0.52'],
    ['60000.1', '1.08'],
  ],
  asks: [
    ['60000.5', '0.31'],
    ['60000.9', '2'],
  ],
  at: EXAMPLE_AT - 60,
  confirmedAt: EXAMPLE_AT - 60,
};

const PERPETUAL: PerpetualQuoteView = {
  symbol: SYMBOL,
  last: '60002.4',
  status: 'live',
  reason: null,
  origin: 'live',
  pricedAt: EXAMPLE_AT - 40,
};

const MARK: MarkPriceView = {
  symbol: SYMBOL,
  mark: '60001.2',
  index: '60000.9',
  last: '60002.4',
  indexState: 'ok',
  method: 'constituents',
  constituents: [
    { venue: 'binance', price: '60000.9', weight: '0.5', ageMs: 120, used: true, reason: null },
    { venue: 'okx', price: '60001.3', weight: '0.5', ageMs: 340, used: true, reason: null },
    { venue: 'bybit', price: null, weight: '0', ageMs: null, used: false, reason: 'no-data' },
  ],
  fundingRate: '0.0001',
  nextFundingAt: EXAMPLE_AT + 392 * MINUTE_MS,
  sampledAt: EXAMPLE_AT - 100,
};

/** One event of each kind. */
const EVENTS = ACCOUNT_EVENT_KINDS.map((kind, place) => ({
  sequence: 42 + place,
  kind,
  at: EXAMPLE_AT,
  payload: EVENT_EXAMPLES[kind],
})) as AccountEvent[];

export const CHANNEL_EXAMPLES: { readonly [Name in ChannelName]: ChannelExample<Name> } = {
  'markets.ticker': {
    key: { symbols: [SYMBOL] },
    id: SYMBOL,
    snapshot: [TICKER],
    change: [{ ...TICKER, last: '60001', pricedAt: EXAMPLE_AT - 10 }],
  },
  'markets.candle': {
    key: { symbol: SYMBOL, period: '1min' },
    id: `${SYMBOL}:1min`,
    snapshot: [{ ...CANDLE, openAt: CANDLE.openAt - MINUTE_MS, close: '59990', low: '59980', closed: true }, CANDLE],
    change: [{ ...CANDLE, close: '60001', trades: 119, revision: 41 }],
  },
  'markets.depth': {
    key: { symbol: SYMBOL },
    id: SYMBOL,
    snapshot: DEPTH,
    change: { ...DEPTH, asks: [['60000.9', '2']] },
  },
  'markets.trades': {
    key: { symbol: SYMBOL },
    id: SYMBOL,
    snapshot: [{ id: '5012231', price: '60000.5', quantity: '0.02', side: 'buy', at: EXAMPLE_AT - 400 }],
    change: [{ id: '5012232', price: '60001', quantity: '0.31', side: 'buy', at: EXAMPLE_AT - 10 }],
  },
  'markets.perpetual': {
    key: { symbol: SYMBOL },
    id: SYMBOL,
    snapshot: PERPETUAL,
    change: { ...PERPETUAL, last: '60002.9' },
  },
  'markets.perpetual-quotes': {
    key: { symbols: [SYMBOL] },
    id: SYMBOL,
    snapshot: [PERPETUAL],
    change: [{ ...PERPETUAL, last: '60002.9' }],
  },
  'markets.perpetual-depth': {
    key: { symbol: SYMBOL },
    id: SYMBOL,
    snapshot: DEPTH,
    change: { ...DEPTH, asks: [['60000.9', '2']] },
  },
  'markets.mark': { key: { symbol: SYMBOL }, id: SYMBOL, snapshot: MARK, change: { ...MARK, mark: '60001.5' } },
  'trading.status': {
    key: {},
    id: 'all',
    snapshot: { real: 'open', demo: 'open' },
    change: { real: 'cancel-only', demo: 'open' },
  },
  'account.events': { key: {}, id: '7', snapshot: { sequence: 41, since: 1 }, change: EVENTS },
};

const EPOCH = '17';
const SEQUENCE = 41;

/** The id that frames of the example's stream carry. */
export const idOf = (name: ChannelName): string => `${name}:${CHANNEL_EXAMPLES[name].id}`;

/** The whole, a change of it, and the sign of life of a stream that is quiet. */
export function framesOf(name: ChannelName): Record<'snapshot' | 'change' | 'heartbeat', Frame> {
  const { snapshot, change } = CHANNEL_EXAMPLES[name];
  const s = name === 'account.events' ? SEQUENCE + EVENTS.length : SEQUENCE + 1;
  const stream = { ch: idOf(name), ep: EPOCH };
  return {
    snapshot: { ...stream, s: SEQUENCE, ps: null, k: 'snap', ts: EXAMPLE_AT, d: snapshot },
    change: { ...stream, s, ps: SEQUENCE, k: 'delta', ts: EXAMPLE_AT + 100, d: change },
    heartbeat: { ...stream, s, ps: s, k: 'hb', ts: EXAMPLE_AT + 100 + HEARTBEAT_MS },
  };
}

/** What a subscription is answered: a first one, and one that goes on from where it was. */
export function repliesOf(name: ChannelName): Record<'first' | 'resumed', SubscribeReply> {
  const place = { ok: true as const, ch: idOf(name), ep: EPOCH, s: SEQUENCE };
  return { first: { ...place, recovered: false, reason: 'first' }, resumed: { ...place, recovered: true } };
}

/** What each refusal of a subscription means. */
export const REFUSED_BECAUSE: Readonly<Record<RealtimeRefusal, string>> = {
  'realtime.unknown-channel': 'There is no such channel.',
  'realtime.bad-key': 'The key names no stream of the channel, or the message is not of its form.',
  'realtime.too-many-subscriptions': 'The socket has as many subscriptions as it may have, of the channel or of all.',
  'realtime.too-many-messages': 'The socket asks too often; ask again later.',
  'realtime.not-allowed': 'The channel belongs to a user, and the handshake has proved none.',
  'realtime.unavailable': 'The stream cannot be read right now; ask again later.',
};

export const HELLO_EXAMPLE: HelloMessage = {
  now: EXAMPLE_AT,
  beatMs: 100,
  heartbeatMs: HEARTBEAT_MS,
  limits: {
    subscriptionsPerSocket: SUBSCRIPTIONS_PER_SOCKET,
    messagesPerSecond: MESSAGES_PER_SECOND,
    messageBytes: MESSAGE_BYTES_MAX,
  },
};

/** What is said of each reason to go. */
export const BYE_EXAMPLES: Readonly<Record<ByeMessage['reason'], ByeMessage>> = {
  drain: { reason: 'drain', retryInMs: 0, servedForMs: 20_000 },
  'slow-consumer': { reason: 'slow-consumer', retryInMs: 3120 },
  'session-revoked': { reason: 'session-revoked', retryInMs: 2480 },
  'too-many-messages': { reason: 'too-many-messages', retryInMs: 4710 },
  idle: { reason: 'idle', retryInMs: 2950 },
  'too-many-sockets': { reason: 'too-many-sockets', retryInMs: 60_000 },
};

/** What a handshake that is not taken reads in its `connect_error`. */
export const CONNECT_ERROR_EXAMPLES = {
  busy: { message: 'busy', data: { retryInMs: 1400 } },
  unavailable: { message: 'unavailable', data: { retryInMs: 2000 } },
  refused: { message: 'api-key.not-accepted', data: { retryInMs: null } },
};
