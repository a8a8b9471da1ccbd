import type { Type } from '@nestjs/common';
import { COMMON_MESSAGES, CONNECTION_MESSAGES, eventSchemaOf, messagesOf, type Schema } from './asyncapi-messages.js';
import {
  CHANNELS,
  type ChannelName,
  EVENT_ACK_EVERY,
  EVENT_ACK_WITHIN_MS,
  HEARTBEAT_MS,
  MESSAGE_BYTES_MAX,
  MESSAGES_PER_SECOND,
  SUBSCRIPTIONS_PER_MINUTE,
  REALTIME_EVENTS,
  REALTIME_PROTOCOL,
  SUBSCRIPTIONS_PER_SOCKET,
} from './contract/channels.js';
import { EventEntity } from './contract/event-fields.dto.js';
import { EVENT_KINDS } from './contract/event-kinds.js';
import { ACCOUNT_EVENT_KINDS, type AccountEventKind, AccountEventsPlace } from './contract/events.dto.js';
import { SIGNING_EXAMPLE } from './contract/rules/api-keys.example.js';
import { SOCKET_PATH, SOCKET_VERB } from './contract/rules/api-keys.rules.js';
import { KEY_EVENT_KINDS } from './contract/rules/key-events.rules.js';
import {
  CandleView,
  DepthView,
  IndexConstituentView,
  MarkPriceView,
  PerpetualQuoteView,
  TickerView,
  TradeView,
} from './contract/markets/markets.dto.js';
import { TradingStatusView } from './contract/trading/trading-status.dto.js';

interface Described {
  required: string[];
  properties: Record<string, Schema>;
}

/** The views whose schemas the description needs; the OpenAPI generator makes them. */
export const CHANNEL_MODELS: Type<unknown>[] = [
  TickerView,
  PerpetualQuoteView,
  CandleView,
  DepthView,
  TradeView,
  TradingStatusView,
  MarkPriceView,
  IndexConstituentView,
  AccountEventsPlace,
  EventEntity,
  ...Object.values(EVENT_KINDS),
];

const { key, timestamp } = SIGNING_EXAMPLE;
/** How the `auth` of the handshake proves who connects; without any it is a guest, who has the public channels. */
const SECURITY: Record<string, Schema> = {
  session: { type: 'userPassword', description: '`auth: { protocol, token }` with the token of a login.' },
  apiKey: {
    type: 'userPassword',
    description:
      `\`auth: { protocol, key, timestamp, window?, signature }\`, as \`{ "key": "${key}", "timestamp": "${timestamp}", … }\`. Signed are the ` +
      `lines of a request with the verb \`${SOCKET_VERB}\`, the path \`${SOCKET_PATH}\`, no Idempotency-Key and the SHA-256 of nothing. The key ` +
      'needs the scope `read`; what it is told is said at `account.events`. What is not accepted ends in a `connect_error` whose message is the code: ' +
      '`api-key.window`, `api-key.not-accepted`, `api-key.scope`, `api-key.address`, `api-key.replayed`. A key that ends takes its ' +
      'sockets along: `bye` with the reason `session-revoked`.',
  },
};
const OWNERS = [{ $ref: '#/components/securitySchemes/session' }, { $ref: '#/components/securitySchemes/apiKey' }];

/** What of the stream an API key's socket has. */
const HEARD_BY_KEYS =
  'A session is told of everything. An API key is told of the money that it is for, and of the products that it trades: of `spot` with ' +
  '`trade.spot`, of contracts with `trade.futures`, of options with `trade.options`, of all three where it only reads. These are events of ' +
  `the kinds ${KEY_EVENT_KINDS.map((kind) => `\`${kind}\``).join(', ')}; \`balance\` by its account, \`order\` by its \`product\`. What ` +
  'is passed over leaves no gap: `s` of a frame is the last number that has been looked at, `ps` that of the frame before; a delta whose list is ' +
  'empty moves the number on. Resume with the last `s` as everybody does, and look for gaps between frames, not between events.';

const EVERYWHERE =
  `Socket.io, event \`${REALTIME_EVENTS.subscribe}\` up with an acknowledgement, frames down in event ` +
  `\`${REALTIME_EVENTS.frame}\`. Connect with \`auth: { protocol: "${REALTIME_PROTOCOL}" }\`. After a subscription ` +
  'comes a snapshot, then changes; `ps` is the sequence of the frame before, a mismatch is a gap: subscribe again ' +
  `with the last \`ep\` and \`s\`. A quiet channel sends a heartbeat every ${HEARTBEAT_MS} ms. A socket may hold ` +
  `${SUBSCRIPTIONS_PER_SOCKET} subscriptions, ask for ${SUBSCRIPTIONS_PER_MINUTE} a minute, and send ${MESSAGES_PER_SECOND} messages a second of ` +
  `at most ${MESSAGE_BYTES_MAX} bytes. On channels whose events are all delivered, event \`${REALTIME_EVENTS.acknowledge}\` up ` +
  `with \`{ ch, s }\` says what has been applied: once ${EVENT_ACK_EVERY} events wait for it, and after ` +
  `${EVENT_ACK_WITHIN_MS} ms at the latest. Whoever does not say so for 10 s is cut, and resumes.`;

/**
 * Describes the realtime channels in AsyncAPI 3.0, from the registry.
 * @param schemas the OpenAPI schemas of {@link CHANNEL_MODELS}, by class name.
 */
export function describeChannels(schemas: Record<string, unknown>): object {
  const names = Object.keys(CHANNELS) as ChannelName[];
  const fields = new Set(Object.values(EVENT_KINDS).map(({ name }) => name));
  const models = namedBy(
    schemas,
    CHANNEL_MODELS.map(({ name }) => name),
  )
    .filter((name) => !fields.has(name) && name !== EventEntity.name)
    .map((name) => [name, jsonSchema(schemas[name])] as const);
  const events = ACCOUNT_EVENT_KINDS.map((kind) => [eventSchemaOf(kind), eventSchema(schemas, kind)] as const);
  return {
    asyncapi: '3.0.0',
    info: { title: 'Trading gateway, realtime', version: '1', description: EVERYWHERE },
    defaultContentType: 'application/json',
    servers: {
      gateway: {
        host: '{host}',
        pathname: SOCKET_PATH,
        protocol: 'wss',
        description: 'The installation that serves this description.',
        variables: { host: { description: 'Its host, with its port.', default: 'localhost' } },
      },
    },
    channels: { ...Object.fromEntries(names.map((name) => [name, channel(name)])), connection: CONNECTION },
    operations: { ...Object.fromEntries(names.flatMap(operations)), connection: connectionOperation() },
    components: {
      securitySchemes: SECURITY,
      messages: COMMON_MESSAGES,
      schemas: {
        ...Object.fromEntries(models),
        ...Object.fromEntries(events),
        DepthView: withLevels(Object.fromEntries(models).DepthView),
      },
    },
  };
}

/** The names with those of all that their schemas refer to. */
function namedBy(schemas: Record<string, unknown>, names: readonly string[]): string[] {
  const found = new Set(names);
  for (const name of found)
    for (const [, other = ''] of JSON.stringify(schemas[name] ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      found.add(other);
  return [...found];
}

/** What an event of the kind carries: what it is about, and what it says. */
function eventSchema(schemas: Record<string, unknown>, kind: AccountEventKind): Schema {
  const [about, said] = [EventEntity, EVENT_KINDS[kind]].map(({ name }) => jsonSchema(schemas[name]) as Described);
  if (!about || !said) throw new Error(`Nothing is known of what ${kind} says.`);
  return {
    ...said,
    required: [...about.required, ...(said.required ?? [])],
    properties: { ...about.properties, ...said.properties },
  };
}

/** OpenAPI 3.0 says `nullable`; JSON Schema, which AsyncAPI uses, says it in the type. */
function jsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(jsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Schema;
  const converted = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, jsonSchema(value)]));
  if (nullable !== true) return converted;
  // What refers to another schema is that, or null.
  const { allOf, description } = converted;
  if (Array.isArray(allOf))
    return {
      ...(description === undefined ? {} : { description }),
      anyOf: [...(allOf as unknown[]), { type: 'null' }],
    };
  const values = Array.isArray(converted.enum) ? { enum: [...new Set([...(converted.enum as unknown[]), null])] } : {};
  return { ...converted, type: [converted.type, 'null'], ...values };
}

/** The generator of schemas does not know tuples: a level is price and quantity. */
function withLevels(depth: unknown): Schema {
  const levels = { type: 'array', items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 } };
  const { properties, ...rest } = depth as { properties: Record<string, Schema> };
  return { ...rest, properties: { ...properties, bids: { ...properties.bids, ...levels }, asks: levels } };
}

function channel(name: ChannelName): Schema {
  const { summary, access, delivery, subscriptionsPerSocket } = CHANNELS[name];
  const rules = `Access: ${access}. Delivery: ${delivery}. At most ${subscriptionsPerSocket} subscriptions a socket.`;
  const description = access === 'owner' ? `${rules} ${HEARD_BY_KEYS}` : rules;
  return {
    address: name,
    summary,
    description,
    servers: [{ $ref: '#/servers/gateway' }],
    messages: messagesOf(name),
  };
}

/** What a connection says of itself, whatever is subscribed to on it. */
const CONNECTION: Schema = {
  address: null,
  summary: 'The connection itself.',
  description: 'These messages belong to no subscription.',
  servers: [{ $ref: '#/servers/gateway' }],
  messages: CONNECTION_MESSAGES,
};

function operations(name: ChannelName): [string, Schema][] {
  const to = { $ref: `#/channels/${name}` };
  const messages = (...kinds: string[]) => kinds.map((kind) => ({ $ref: `#/channels/${name}/messages/${kind}` }));
  const security = CHANNELS[name].access === 'owner' ? { security: OWNERS } : {};
  const receive = (kind: string, ...replies: string[]): Schema => ({
    action: 'receive',
    channel: to,
    messages: messages(kind),
    ...(replies.length > 0 && { reply: { channel: to, messages: messages(...replies) } }),
    ...security,
  });
  const acknowledge: [string, Schema][] =
    CHANNELS[name].delivery === 'every' ? [[`acknowledge ${name}`, receive('acknowledge')]] : [];
  return [
    [`subscribe ${name}`, receive('subscribe', 'subscribed', 'refused')],
    [`frames ${name}`, { action: 'send', channel: to, messages: messages('frame'), ...security }],
    [`unsubscribe ${name}`, receive('unsubscribe', 'unsubscribed')],
    ...acknowledge,
  ];
}

/** `connection` is told to everybody who connects, or tries to. */
function connectionOperation(): Schema {
  const messages = Object.keys(CONNECTION_MESSAGES).map((kind) => ({ $ref: `#/channels/connection/messages/${kind}` }));
  return { action: 'send', channel: { $ref: '#/channels/connection' }, messages };
}
