import type { AccountEvent, AccountEventsPlace } from './events.dto.js';
import type {
  CandlePeriod,
  CandleView,
  DepthView,
  MarkPriceView,
  PerpetualQuoteView,
  TickerView,
  TradeView,
} from './markets/markets.dto.js';
import type { TradingStatusView } from './trading/trading-status.dto.js';

/**
 * REGISTRY of the realtime channels. From it come the typed publish, the typed subscription of the client and the
 * AsyncAPI page. A channel's key names one stream of it; the snapshot is the whole state, a delta the change since
 * the frame before.
 */
export interface ChannelTypes {
  /** A view subscription: the symbols that are on the screen. Rows that did not change are not sent. */
  'markets.ticker': { key: { symbols: string[] }; snapshot: TickerView[]; delta: TickerView[] };
  /** The running bar and the one before it; older bars come over HTTP. */
  'markets.candle': { key: { symbol: string; period: CandlePeriod }; snapshot: CandleView[]; delta: CandleView[] };
  /** Top 20 of each side, whole in every frame. */
  'markets.depth': { key: { symbol: string }; snapshot: DepthView; delta: DepthView };
  /** The last 50 trades, oldest first; a delta carries the new ones. */
  'markets.trades': { key: { symbol: string }; snapshot: TradeView[]; delta: TradeView[] };
  /** The last price that contracts are traded by, where it is not the pair's own. */
  'markets.perpetual': { key: { symbol: string }; snapshot: PerpetualQuoteView; delta: PerpetualQuoteView };
  /** As `markets.perpetual`, of many contracts at once: a view subscription as `markets.ticker`. A symbol without such a price has no row. */
  'markets.perpetual-quotes': {
    key: { symbols: string[] };
    snapshot: PerpetualQuoteView[];
    delta: PerpetualQuoteView[];
  };
  /** The book that contracts are traded by, where it is not the pair's own: as `markets.depth`. */
  'markets.perpetual-depth': { key: { symbol: string }; snapshot: DepthView; delta: DepthView };
  'markets.mark': { key: { symbol: string }; snapshot: MarkPriceView; delta: MarkPriceView };
  /** Whether real and demo money take new orders; a change is the whole state. The key is empty. */
  'trading.status': { key: Record<string, never>; snapshot: TradingStatusView; delta: TradingStatusView };
  /** What happens to the signed-in user, whoever that is; the key is empty. A frame carries one event or several; none where others were passed over. */
  'account.events': { key: Record<string, never>; snapshot: AccountEventsPlace; delta: AccountEvent[] };
}

export type ChannelName = keyof ChannelTypes;
export type ChannelKey<Name extends ChannelName> = ChannelTypes[Name]['key'];
export type ChannelSnapshot<Name extends ChannelName> = ChannelTypes[Name]['snapshot'];
export type ChannelDelta<Name extends ChannelName> = ChannelTypes[Name]['delta'];

export interface ChannelRules {
  /** `owner` channels belong to the session's user; the server derives whose, never the client. */
  access: 'public' | 'owner';
  /** `latest`: conflated and sent at the beat. `every`: each event in order, never dropped. */
  delivery: 'latest' | 'every';
  /** Most subscriptions of one socket to this channel. */
  subscriptionsPerSocket: number;
  /** One sentence for the AsyncAPI page. */
  summary: string;
}

export const CHANNELS: Record<ChannelName, ChannelRules> = {
  'markets.ticker': {
    access: 'public',
    delivery: 'latest',
    // Pages of the version before follow each row of a list by itself; 4 when they are gone.
    subscriptionsPerSocket: 16,
    summary: 'Last, mark and index price, 24 h figures and status of the symbols on screen.',
  },
  'markets.candle': {
    access: 'public',
    delivery: 'latest',
    subscriptionsPerSocket: 8,
    summary: 'The running and the last closed bar of one symbol and period.',
  },
  'markets.depth': { access: 'public', delivery: 'latest', subscriptionsPerSocket: 4, summary: 'Top 20 of the book.' },
  'markets.trades': { access: 'public', delivery: 'latest', subscriptionsPerSocket: 4, summary: 'Last trades.' },
  'markets.perpetual': {
    access: 'public',
    delivery: 'latest',
    subscriptionsPerSocket: 4,
    summary: 'Last price that contracts are traded by, where it is not that of the pair.',
  },
  'markets.perpetual-quotes': {
    access: 'public',
    delivery: 'latest',
    subscriptionsPerSocket: 4,
    summary: 'Last price that contracts are traded by, of all symbols of a list that have one of their own.',
  },
  'markets.perpetual-depth': {
    access: 'public',
    delivery: 'latest',
    subscriptionsPerSocket: 4,
    summary: 'Top 20 of the book that contracts are traded by, where it is not that of the pair.',
  },
  'markets.mark': {
    access: 'public',
    delivery: 'latest',
    subscriptionsPerSocket: 8,
    summary: 'Mark and index price with the constituents behind them.',
  },
  'trading.status': {
    access: 'public',
    delivery: 'latest',
    subscriptionsPerSocket: 1,
    summary: 'Whether new orders, transfers and withdrawals are taken, with real and with demo money.',
  },
  'account.events': {
    access: 'owner',
    delivery: 'every',
    subscriptionsPerSocket: 1,
    summary: 'What happens to the signed-in user, each event once and in order; of it to an API key what it is for.',
  },
};

/** Most symbols of one view: of `markets.ticker`, of `markets.perpetual-quotes`. */
export const VIEW_SYMBOLS_MAX = 120;
export const TRADES_RETAINED = 50;
export const DEPTH_LEVELS = 20;

/** Socket.io event names of the protocol. */
export const REALTIME_EVENTS = {
  /** Up: {@link SubscribeRequest}, answered by {@link SubscribeReply} in the acknowledgement. */
  subscribe: 'sub',
  /** Up: `{ ch }` with the channel id of the reply. */
  unsubscribe: 'unsub',
  /** Up: {@link AcknowledgeMessage}, on channels whose events are all delivered; not answered. */
  acknowledge: 'ack',
  /** Down: {@link Frame}. */
  frame: 'f',
  /** Down, once after connecting: {@link HelloMessage}. */
  hello: 'hello',
  /** Down, before the server goes away: {@link ByeMessage}. */
  bye: 'bye',
} as const;

/** Sent in the handshake's `auth` by clients of this protocol; sockets without it are served as old clients. */
export const REALTIME_PROTOCOL = 'channels/1';

export interface SubscribeRequest<Name extends ChannelName = ChannelName> {
  ch: Name;
  key: ChannelKey<Name>;
  /** Epoch and sequence of the last frame applied, to resume after a reconnect. */
  ep?: string;
  s?: number;
}

export type SubscribeReply =
  | {
      ok: true;
      /** The id that frames of this subscription carry. */
      ch: string;
      ep: string;
      s: number;
      /** Whether everything after the client's `s` follows as deltas; otherwise a snapshot follows, with the reason. */
      recovered: boolean;
      reason?: 'first' | 'epoch' | 'expired';
    }
  | { ok: false; code: RealtimeRefusal };

export type RealtimeRefusal =
  | 'realtime.unknown-channel'
  | 'realtime.bad-key'
  | 'realtime.too-many-subscriptions'
  | 'realtime.too-many-messages'
  | 'realtime.not-allowed'
  /** The stream cannot be read right now; worth another try. */
  | 'realtime.unavailable';

export interface Frame {
  /** Channel id as given in the subscribe reply. */
  ch: string;
  /** Epoch: changes when sequences start anew. */
  ep: string;
  s: number;
  /** Sequence of the frame before on this subscription; null on snapshots. A mismatch is a gap. */
  ps: number | null;
  k: 'snap' | 'delta' | 'hb';
  /** Server time when the frame was made. */
  ts: number;
  d?: unknown;
}

/**
 * Everything up to `s` has been applied. Sent once {@link EVENT_ACK_EVERY} events wait for it, and
 * {@link EVENT_ACK_WITHIN_MS} after the first that waits at the latest. Whoever does not say so is cut, and resumes.
 */
export interface AcknowledgeMessage {
  ch: string;
  s: number;
}

export interface HelloMessage {
  /** Server time, for the client's clock offset. */
  now: number;
  beatMs: number;
  heartbeatMs: number;
  limits: { subscriptionsPerSocket: number; messagesPerSecond: number; messageBytes: number };
}

export interface ByeMessage {
  /** `idle`: subscribed to nothing for too long. `too-many-sockets`: the oldest of a user who has opened another one. */
  reason: 'drain' | 'slow-consumer' | 'session-revoked' | 'too-many-messages' | 'idle' | 'too-many-sockets';
  /** How long the client should wait before it connects again, already spread by the server. */
  retryInMs: number;
  /**
   * With `drain`: how long this connection is served on, milliseconds. The client opens another one beside it, and closes
   * this one when the other has all that it is subscribed to. Whoever does not leave is closed then.
   */
  servedForMs?: number;
}

/**
 * A channel heartbeat is sent at this interval even when nothing changes. Two missed ones make a connection dead, so a
 * client on a network that swallows everything knows within 5 s that its prices are old.
 */
export const HEARTBEAT_MS = 2000;
export const EVENT_ACK_EVERY = 32;
export const EVENT_ACK_WITHIN_MS = 2000;
export const SUBSCRIPTIONS_PER_SOCKET = 30;
export const MESSAGES_PER_SECOND = 20;
export const SUBSCRIPTIONS_PER_MINUTE = 100;
export const MESSAGE_BYTES_MAX = 16 * 1024;
