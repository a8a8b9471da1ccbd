import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { io } from 'socket.io-client';
import { REALTIME_EVENTS, REALTIME_PROTOCOL } from './contract/channels.js';
import { ACCOUNT_EVENT_KINDS } from './contract/events.dto.js';
import { closed } from './test/described-events.js';
import { FakeMarket } from './test/fakes/fake-market.js';
import { connectBare, startGateway, type TestGateway, until } from './test/gateway.js';

interface Message {
  $ref?: string;
  name?: string;
  payload: object;
  examples?: { name: string; payload: Record<string, unknown> }[];
}
interface Description {
  channels: Record<string, { messages: Record<string, Message> }>;
  operations: Record<string, { messages: Message[]; reply?: { messages: Message[] } }>;
  components: { messages: Record<string, Message>; schemas: Record<string, object> };
}

const text = readFileSync(join(__dirname, 'contract/asyncapi.json'), 'utf8');
const { channels, operations, components } = JSON.parse(text) as Description;

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
ajv.addSchema({ $id: 'description', components: { schemas: closed(components.schemas) } });

function problemsOf({ payload }: Message, value: unknown): unknown[] {
  const schema = JSON.parse(JSON.stringify(closed(payload)).replaceAll('"#/components/', '"description#/components/'));
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

const messages = Object.entries(channels).flatMap(([channel, of]) =>
  Object.entries(of.messages).map(([kind, message]) => {
    const shared = message.$ref?.split('/').at(-1);
    return [
      `${kind} of ${channel}`,
      shared === undefined ? message : (components.messages[shared] as Message),
    ] as const;
  }),
);

describe('the description of the channels', () => {
  it.each(messages)('has examples of %s that are as its schema says', (_name, message) => {
    const examples = message.examples ?? [];
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.flatMap(({ payload }) => problemsOf(message, payload))).toEqual([]);
    expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
  });

  it('would not take an example that lacks a field, has a wrong one, or one too many', () => {
    const { frame } = channels['markets.ticker']?.messages ?? {};
    const [example] = frame?.examples ?? [];
    const { ch: _ch, ...without } = example?.payload ?? {};
    const tries = [
      without,
      { ...example?.payload, s: '1' },
      { ...example?.payload, d: [{ symbol: 'BTC/USDT', x: 1 }] },
    ];
    expect(tries.map((value) => problemsOf(frame as Message, value).length > 0)).toEqual([true, true, true]);
  });

  it('tells of every event of the protocol, of each state frames and changes, and of every kind of account event', () => {
    const names = messages.flatMap(([, { name }]) => name ?? []);
    expect(new Set(names)).toEqual(new Set([...Object.values(REALTIME_EVENTS), 'connect_error']));
    const frames = messages.filter(([name]) => name.startsWith('frame of'));
    for (const [, { examples = [] }] of frames)
      expect(examples.map(({ payload }) => payload.k)).toEqual(['snap', 'delta', 'hb']);
    const [, change] = channels['account.events']?.messages.frame?.examples ?? [];
    const documented = (change?.payload.d ?? []) as { kind: string }[];
    expect(documented.map(({ kind }) => kind)).toEqual(ACCOUNT_EVENT_KINDS);
  });

  it('has operations of messages that their channels have', () => {
    const known = Object.entries(channels).flatMap(([channel, of]) =>
      Object.keys(of.messages).map((kind) => `#/channels/${channel}/messages/${kind}`),
    );
    const named = Object.values(operations).flatMap(({ messages: own, reply }) =>
      [...own, ...(reply?.messages ?? [])].map(({ $ref }) => $ref),
    );
    expect(new Set(named)).toEqual(new Set(known));
  });
});

describe('what a gateway says', () => {
  const TRADES = { ch: 'markets.trades', key: { symbol: 'BTC/USDT' } };
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startGateway(new FakeMarket(), { legacy: false });
  });
  afterEach(() => gateway.close());

  /** What of the message is not as described, by where it stands in the description. */
  const problems = (channel: string, kind: string, said: unknown) => {
    const message = channels[channel]?.messages[kind] ?? components.messages[kind];
    const shared = message?.$ref?.split('/').at(-1);
    return problemsOf((shared === undefined ? message : components.messages[shared]) as Message, said);
  };

  it('is as it is described: greeting, answers, the end, and the refusal of a handshake', async () => {
    const client = await connectBare(gateway.url);
    const { socket, frames } = client;
    const ends: unknown[] = [];
    socket.on(REALTIME_EVENTS.bye, (bye: unknown) => ends.push(bye));
    const taken = (await client.subscribe(TRADES)) as { ch: string };
    const [refused, left, badForm] = [
      await client.subscribe({ ...TRADES, key: { symbol: 1 } }),
      await socket.emitWithAck(REALTIME_EVENTS.unsubscribe, { ch: taken.ch }),
      await socket.emitWithAck(REALTIME_EVENTS.unsubscribe, 7),
    ];
    await until('a frame', () => frames.length > 0);
    const said = { taken, refused, left, badForm };
    expect(said).toMatchObject({
      taken: { ok: true },
      refused: { ok: false },
      left: { ok: true },
      badForm: { ok: false },
    });
    expect([
      problems('markets.trades', 'subscribed', taken),
      problems('markets.trades', 'refused', refused),
      problems('markets.trades', 'unsubscribed', left),
      problems('markets.trades', 'unsubscribed', badForm),
      problems('markets.trades', 'frame', frames[0]),
    ]).toEqual([[], [], [], [], []]);

    const { message, data } = await connectBare(gateway.url, {}, {}).then(
      () => Promise.reject(new Error('it was let in')),
      (error: Error & { data?: unknown }) => error,
    );
    expect(message).toBe('protocol not served');
    expect(problems('connection', 'connectError', { message, data })).toEqual([]);

    for (const connected of gateway.clients) connected.cut('idle');
    await until('the end', () => ends.length > 0);
    expect(problems('connection', 'bye', ends[0])).toEqual([]);
    socket.disconnect();
  });

  it('begins with the greeting that is described', async () => {
    const greeted = new Promise<unknown>((done) => {
      const socket = io(gateway.url, {
        transports: ['websocket'],
        forceNew: true,
        auth: { protocol: REALTIME_PROTOCOL },
      });
      socket.on(REALTIME_EVENTS.hello, (hello: unknown) => {
        done(hello);
        socket.disconnect();
      });
    });
    expect(problems('connection', 'hello', await greeted)).toEqual([]);
  });
});
