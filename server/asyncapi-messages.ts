import type { Type } from '@nestjs/common';
import {
  BYE_EXAMPLES,
  CHANNEL_EXAMPLES,
  CONNECT_ERROR_EXAMPLES,
  framesOf,
  HELLO_EXAMPLE,
  idOf,
  REFUSED_BECAUSE,
  repliesOf,
} from './contract/channel-examples.js';
import {
  CHANNELS,
  type ChannelKey,
  type ChannelName,
  type ChannelSnapshot,
  REALTIME_EVENTS,
  VIEW_SYMBOLS_MAX,
} from './contract/channels.js';
import { ACCOUNT_EVENT_KINDS, type AccountEventKind, AccountEventsPlace } from './contract/events.dto.js';
import {
  CANDLE_PERIODS,
  CandleView,
  DepthView,
  MarkPriceView,
  PerpetualQuoteView,
  TickerView,
  TradeView,
} from './contract/markets/markets.dto.js';
import { TradingStatusView } from './contract/trading/trading-status.dto.js';

type PayloadOf<Payload> = Payload extends (infer Row)[] ? [Type<Row>] : Type<Payload>;
export type Schema = Record<string, unknown>;

/** The class of every channel's payload; one that does not fit the registry does not compile. */
const PAYLOADS: { [Name in ChannelName]: PayloadOf<ChannelSnapshot<Name>> } = {
  'markets.ticker': [TickerView],
  'markets.candle': [CandleView],
  'markets.depth': DepthView,
  'markets.trades': [TradeView],
  'markets.perpetual': PerpetualQuoteView,
  'markets.perpetual-quotes': [PerpetualQuoteView],
  'markets.perpetual-depth': DepthView,
  'markets.mark': MarkPriceView,
  'trading.status': TradingStatusView,
  'account.events': AccountEventsPlace,
};

const SYMBOL: Schema = { type: 'string', examples: ['BTC/USDT'] };
const SYMBOLS: Schema = { type: 'array', items: SYMBOL, minItems: 1, maxItems: VIEW_SYMBOLS_MAX };
const KEYS: { [Name in ChannelName]: Record<keyof ChannelKey<Name>, Schema> } = {
  'markets.ticker': { symbols: SYMBOLS },
  'markets.candle': { symbol: SYMBOL, period: { type: 'string', enum: [...CANDLE_PERIODS] } },
  'markets.depth': { symbol: SYMBOL },
  'markets.trades': { symbol: SYMBOL },
  'markets.perpetual': { symbol: SYMBOL },
  'markets.perpetual-quotes': { symbols: SYMBOLS },
  'markets.perpetual-depth': { symbol: SYMBOL },
  'markets.mark': { symbol: SYMBOL },
  'trading.status': {},
  'account.events': {},
};

const ID: Schema = { type: 'string', description: 'The id that the acknowledgement gave.' };
const SUBSCRIBED = object(
  {
    ok: { type: 'boolean', const: true },
    ch: { type: 'string', description: 'The id that frames of this subscription carry.' },
    ep: { type: 'string' },
    s: { type: 'integer' },
    recovered: { type: 'boolean', description: 'Whether all after `s` of the request follows; else a snapshot does.' },
    reason: { type: 'string', enum: ['first', 'epoch', 'expired'], description: 'Why it was not recovered.' },
  },
  ['reason'],
);

/** Where the description has the schema of an event's payload. */
export const eventSchemaOf = (kind: AccountEventKind): string => `event.${kind}`;

/** What a change carries where it is not a part of the snapshot. */
const EVENTS: Schema = { type: 'array', items: { oneOf: ACCOUNT_EVENT_KINDS.map(eventSchema) } };

function eventSchema(kind: AccountEventKind): Schema {
  return object({
    sequence: {
      type: 'integer',
      description: 'Number in the stream: 1, 2, 3, … without a gap; a key is not told of all of them.',
    },
    kind: { type: 'string', const: kind },
    at: { type: 'integer', description: 'Unix milliseconds.' },
    payload: { $ref: `#/components/schemas/${eventSchemaOf(kind)}` },
  });
}

/** The messages of one channel, by their names in the description, each with examples that are right as they stand. */
export function messagesOf(name: ChannelName): Record<string, Schema> {
  const frames = framesOf(name);
  const replies = repliesOf(name);
  return {
    subscribe: {
      name: REALTIME_EVENTS.subscribe,
      payload: subscribeSchema(name),
      examples: [
        example('first', { ch: name, key: CHANNEL_EXAMPLES[name].key }),
        example('again', { ch: name, key: CHANNEL_EXAMPLES[name].key, ep: frames.change.ep, s: frames.change.s }),
      ],
    },
    subscribed: {
      summary: 'In the acknowledgement of a subscription that is taken.',
      payload: SUBSCRIBED,
      examples: [example('first', replies.first), example('resumed', replies.resumed)],
    },
    refused: { $ref: '#/components/messages/refused' },
    frame: {
      name: REALTIME_EVENTS.frame,
      payload: frameSchema(name),
      examples: Object.entries(frames).map(([kind, frame]) => example(kind, frame)),
    },
    unsubscribe: {
      name: REALTIME_EVENTS.unsubscribe,
      payload: object({ ch: ID }),
      examples: [example('unsubscribe', { ch: idOf(name) })],
    },
    unsubscribed: { $ref: '#/components/messages/unsubscribed' },
    ...(CHANNELS[name].delivery === 'every' && {
      acknowledge: {
        name: REALTIME_EVENTS.acknowledge,
        summary: 'Everything up to `s` has been applied. It is not answered.',
        payload: object({ ch: ID, s: { type: 'integer' } }),
        examples: [example('acknowledge', { ch: idOf(name), s: frames.change.s })],
      },
    }),
  };
}

/** What is said of the connection, by which no subscription is meant. */
export const CONNECTION_MESSAGES: Record<string, Schema> = {
  hello: {
    name: REALTIME_EVENTS.hello,
    summary: 'Once, when the connection is made.',
    payload: object({
      now: { type: 'integer', description: 'Server time, Unix milliseconds.' },
      beatMs: { type: 'integer', description: 'At most one frame of a subscription in this time.' },
      heartbeatMs: { type: 'integer' },
      limits: object({
        subscriptionsPerSocket: { type: 'integer' },
        messagesPerSecond: { type: 'integer' },
        messageBytes: { type: 'integer' },
      }),
    }),
    examples: [example('hello', HELLO_EXAMPLE)],
  },
  bye: {
    name: REALTIME_EVENTS.bye,
    summary: 'Before the gateway ends the connection.',
    payload: object(
      {
        reason: { type: 'string', enum: Object.keys(BYE_EXAMPLES) },
        retryInMs: { type: 'integer', description: 'How long to wait before the next connection.' },
        servedForMs: {
          type: 'integer',
          description: 'With `drain`: how long this connection is served on beside the next one.',
        },
      },
      ['servedForMs'],
    ),
    examples: Object.entries(BYE_EXAMPLES).map(([reason, bye]) => example(reason, bye)),
  },
  connectError: {
    name: 'connect_error',
    summary: 'In the place of `hello`: the handshake is not taken.',
    payload: object({
      message: {
        type: 'string',
        description: '`busy`, `unavailable`, `protocol not served`, or the code of a refusal.',
      },
      data: object({
        retryInMs: { type: ['integer', 'null'], description: 'When to try again; null: not with this handshake.' },
      }),
    }),
    examples: Object.entries(CONNECT_ERROR_EXAMPLES).map(([name, said]) => example(name, said)),
  },
};

/** Messages that are the same on every channel. */
export const COMMON_MESSAGES: Record<string, Schema> = {
  refused: {
    summary: 'In the acknowledgement of a subscription that is not taken.',
    payload: object({
      ok: { type: 'boolean', const: false },
      code: { type: 'string', enum: Object.keys(REFUSED_BECAUSE) },
    }),
    examples: Object.entries(REFUSED_BECAUSE).map(([code, summary]) => ({
      ...example(code, { ok: false, code }),
      summary,
    })),
  },
  unsubscribed: {
    summary: 'In the acknowledgement: whether the message named a subscription in its form.',
    payload: object({ ok: { type: 'boolean' } }),
    examples: [example('left', { ok: true }), example('bad-form', { ok: false })],
  },
};

function example(name: string, payload: unknown): Schema {
  return { name, payload };
}

function subscribeSchema(name: ChannelName): Schema {
  const properties = {
    ch: { type: 'string', const: name },
    key: object(KEYS[name]),
    ep: { type: 'string', description: 'Epoch of the last frame applied, to resume.' },
    s: { type: 'integer', description: 'Sequence of the last frame applied, to resume.' },
  };
  return object(properties, ['ep', 's']);
}

function frameSchema(name: ChannelName): Schema {
  const payload = PAYLOADS[name];
  const ref = (model: Type<unknown>) => ({ $ref: `#/components/schemas/${model.name}` });
  const snapshot = Array.isArray(payload) ? { type: 'array', items: ref(payload[0]) } : ref(payload);
  const properties = {
    ch: ID,
    ep: { type: 'string' },
    s: { type: 'integer' },
    ps: { type: ['integer', 'null'], description: 'Null on snapshots.' },
    k: { type: 'string', enum: ['snap', 'delta', 'hb'] },
    ts: { type: 'integer', description: 'Server time, Unix milliseconds.' },
    d: CHANNELS[name].delivery === 'every' ? { oneOf: [snapshot, EVENTS] } : snapshot,
  };
  return object(properties, ['d']);
}

function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}
