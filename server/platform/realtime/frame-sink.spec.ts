import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import * as ws from 'ws';
import { type Connection, DirectSink, PublicSink } from './frame-sink.js';
import { JoinedFrames } from './gathered-writes.js';
import { encodeFrame, webSocketText } from './websocket-frame.js';

/** The reader of ws itself, which its types leave out. */
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Duplex };

const frame = encodeFrame({ ch: 'c', ep: 'e', s: 2, ps: 1, k: 'delta', ts: 3 }, '{"price":"1 €"}');

/** A connection as Engine.IO and ws build it, in the parts that a sink looks at. */
function aConnection() {
  const direct: Buffer[] = [];
  const published: string[] = [];
  const stream = { writableLength: 0, write: (bytes: Buffer) => direct.push(bytes) };
  const sender = { _state: 0, _firstFragment: true };
  const socket = {
    readyState: 1,
    _socket: stream as typeof stream | undefined,
    _sender: sender,
    terminate: () => undefined,
  };
  const transport = { name: 'websocket', writable: true, socket: socket as typeof socket | undefined };
  const connection = Object.assign(new EventEmitter(), {
    transport,
    readyState: 'open',
    writeBuffer: [] as { data?: string }[],
    write: (packet: string) => published.push(packet),
    close: () => undefined,
  });
  return { connection, transport, socket, sender, stream, direct, published, as: connection as unknown as Connection };
}

type Parts = ReturnType<typeof aConnection>;

test('an idle WebSocket gets the finished frame itself', () => {
  const parts = aConnection();
  const sink = new DirectSink(parts.as);
  expect(sink.offer(frame)).toBe(true);
  expect(parts.direct).toEqual([frame.bytes]);
  expect(parts.published).toEqual([]);
});

test.each<[string, (parts: Parts) => void]>([
  ['bytes wait in the stream', ({ stream }) => (stream.writableLength = 1)],
  ['ws is compressing', ({ sender }) => (sender._state = 1)],
  ['a fragment of ws is open', ({ sender }) => (sender._firstFragment = false)],
  ['the WebSocket is closing', ({ socket }) => (socket.readyState = 2)],
  ['the transport is in the middle of a write', ({ transport }) => (transport.writable = false)],
])(
  'while %s, nothing is put between: the socket is not ready, and an answer goes the published way',
  (_name, disturb) => {
    const parts = aConnection();
    const sink = new DirectSink(parts.as);
    disturb(parts);
    expect(sink.ready()).toBe(false);
    sink.write(frame);
    expect(parts.direct).toEqual([]);
    expect(parts.published).toEqual([frame.packet]);
  },
);

test.each<[string, (parts: Parts) => void]>([
  ['polling', ({ transport }) => Object.assign(transport, { name: 'polling', socket: undefined })],
  ['a WebSocket built in another way', ({ socket }) => Object.assign(socket, { _sender: {} })],
  ['a WebSocket without its stream', ({ socket }) => Object.assign(socket, { _socket: undefined })],
])('%s is served the published way', (_name, change) => {
  const parts = aConnection();
  change(parts);
  const sink = new DirectSink(parts.as);
  parts.connection.writeBuffer.push({ data: '2x' });
  expect(sink.offer(frame)).toBe(false);
  parts.connection.writeBuffer.pop();
  expect(sink.offer(frame)).toBe(true);
  expect(parts.published).toEqual([frame.packet]);
});

/** Both ends of a real connection, the near one as the stream under a WebSocket. */
async function aRealStream() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [near] = (await once(server, 'connection')) as [Socket];
  for (const end of [near, far]) end.on('error', () => undefined);
  const parts = aConnection();
  const written: number[] = [];
  const write = near.write.bind(near);
  near.write = (bytes: Uint8Array | string) => {
    written.push(bytes.length);
    return write(bytes);
  };
  Object.assign(parts.socket, { _socket: near });
  const close = () => {
    near.destroy();
    far.destroy();
    server.close();
  };
  return { near, far, written, sink: new DirectSink(parts.as), close };
}

test('a plain connection is written to without its stream; what the kernel does not take comes after it in order', async () => {
  const { near, far, written, sink, close } = await aRealStream();
  const offered: Buffer[] = [];
  while (near.writableLength === 0) {
    const next = encodeFrame(
      { ch: 'c', ep: 'e', s: offered.length, ps: 1, k: 'delta', ts: 3 },
      `"${'x'.repeat(99_999)}"`,
    );
    expect(sink.offer(next)).toBe(true);
    offered.push(next.bytes);
  }
  expect(offered.length).toBeGreaterThan(1);
  expect(written).toHaveLength(1);
  expect(sink.offer(frame)).toBe(false);
  const expected = Buffer.concat(offered);
  const chunks: Buffer[] = [];
  for await (const chunk of far) {
    chunks.push(chunk as Buffer);
    if (chunks.reduce((sum, { length }) => sum + length, 0) >= expected.length) break;
  }
  expect(Buffer.concat(chunks).equals(expected)).toBe(true);
  close();
});

test('a connection that has been closed is never written to by its old descriptor', async () => {
  const { near, written, sink, close } = await aRealStream();
  near.destroy();
  sink.offer(frame);
  expect(written).toEqual([frame.bytes.length]);
  close();
});

test('what is gathered for a connection goes out in one write, and its reader finds each frame', async () => {
  const { far, written, sink, close } = await aRealStream();
  const joined = new JoinedFrames();
  const frames = ['a', 'b'.repeat(200), 'c'.repeat(70_000)].map((word, s) =>
    encodeFrame({ ch: 'c', ep: 'e', s, ps: null, k: 'snap', ts: 3 }, JSON.stringify(word)),
  );
  expect(frames.map((one) => sink.gather(one))).toEqual([1, 2, 3]);
  sink.sendGathered(joined);
  sink.sendGathered(joined);
  expect(written).toEqual([]);
  expect(sink.gather(frame)).toBe(1);
  sink.sendGathered(joined);
  const reader = new Receiver({ isServer: false });
  const packets: string[] = [];
  reader.on('message', (bytes: Buffer) => packets.push(bytes.toString()));
  for await (const chunk of far) {
    reader.write(chunk as Buffer);
    if (packets.length === 4) break;
  }
  expect(packets).toEqual([...frames, frame].map(({ packet }) => `4${packet}`));
  close();
});

test('what the kernel does not take of gathered frames is kept, although their bytes are used again', async () => {
  const { near, far, sink, close } = await aRealStream();
  const joined = new JoinedFrames();
  const expected: Buffer[] = [];
  while (near.writableLength === 0) {
    const pair = ['x', 'y'].map((letter, s) =>
      encodeFrame({ ch: 'c', ep: 'e', s, ps: null, k: 'snap', ts: 3 }, `"${letter.repeat(99_999)}"`),
    );
    for (const one of pair) sink.gather(one);
    sink.sendGathered(joined);
    expected.push(...pair.map(({ bytes }) => bytes));
  }
  expect(sink.gather(frame)).toBe(0);
  joined.join([encodeFrame({ ch: 'other', ep: 'e', s: 1, ps: 0, k: 'delta', ts: 3 }, `"${'z'.repeat(300_000)}"`)], 1);
  const all = Buffer.concat(expected);
  const chunks: Buffer[] = [];
  for await (const chunk of far) {
    chunks.push(chunk as Buffer);
    if (chunks.reduce((sum, { length }) => sum + length, 0) >= all.length) break;
  }
  expect(Buffer.concat(chunks).equals(all)).toBe(true);
  close();
});

test('what is gathered for a polling socket goes the published way, in order', () => {
  const parts = aConnection();
  Object.assign(parts.transport, { name: 'polling', socket: undefined });
  const sink = new DirectSink(parts.as);
  const next = encodeFrame({ ch: 'd', ep: 'e', s: 2, ps: 1, k: 'delta', ts: 3 }, '1');
  expect([sink.gather(frame), sink.gather(next)]).toEqual([1, 2]);
  sink.sendGathered(new JoinedFrames());
  expect(parts.published).toEqual([frame.packet, next.packet]);
});

test('an upgrade from polling is noticed', () => {
  const parts = aConnection();
  const { transport } = parts;
  parts.connection.transport = { name: 'polling', writable: true, socket: undefined };
  const sink = new DirectSink(parts.as);
  expect(sink.offer(frame)).toBe(true);
  parts.connection.transport = transport;
  parts.connection.emit('upgrade');
  expect(sink.offer(frame)).toBe(true);
  expect([parts.published.length, parts.direct.length]).toEqual([1, 1]);
});

test('counts what waits on both levels', () => {
  const parts = aConnection();
  parts.stream.writableLength = 1000;
  parts.connection.writeBuffer.push({ data: 'x'.repeat(30) }, {});
  expect(new PublicSink(parts.as).bufferedBytes()).toBe(1030);
});

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('a frame of %i bytes is read back by ws', async (length) => {
  const text = 'é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2);
  const receiver = new Receiver({ isServer: false });
  const read = new Promise<string>((done) => receiver.on('message', (message: Buffer) => done(message.toString())));
  receiver.write(webSocketText(text));
  expect(await read).toBe(text);
});

test('the packet is a socket.io event with the frame as its only argument', () => {
  expect(frame.packet.startsWith('2')).toBe(true);
  expect(JSON.parse(frame.packet.slice(1))).toEqual([
    'f',
    { ch: 'c', ep: 'e', s: 2, ps: 1, k: 'delta', ts: 3, d: { price: '1 €' } },
  ]);
});
