import { writeSync } from 'node:fs';
import type { Socket as TcpSocket } from 'node:net';
import type { Socket } from 'socket.io';
import type { JoinedFrames } from './gathered-writes.js';
import type { EncodedFrame } from './websocket-frame.js';

/** An Engine.IO connection: one transport under one socket. */
export type Connection = Socket['conn'];

/** The outgoing side of one connection. */
export interface FrameSink {
  /** When it was last seen ready, monotonic milliseconds. Set by the slow-reader check. */
  readyAt: number;
  /** Whether nothing is waiting to be sent. A socket that is not ready is left out until a later beat. */
  ready(): boolean;
  /** Sends the frame if the socket is ready; false when it is not. */
  offer(frame: EncodedFrame): boolean;
  /** Gathers the frame for {@link sendGathered} if the socket is ready; returns how many are gathered, 0 when it is not. */
  gather(frame: EncodedFrame): number;
  /** Sends the gathered frames, in one write where possible; call it before yielding to the event loop. */
  sendGathered(joined: JoinedFrames): void;
  /** Sends a frame behind everything queued: for replies, which must not overtake. */
  write(frame: EncodedFrame): void;
  /** Bytes queued in this process. */
  bufferedBytes(): number;
  /** Ends the connection without waiting for what is buffered. */
  terminate(): void;
}

/** The private fields of Engine.IO and ws that are read. All of them are checked before use. */
interface ConnectionInside {
  writeBuffer?: { data?: unknown }[];
  transport: { name: string; writable: boolean; socket?: WebSocketInside };
}
interface WebSocketInside {
  readyState: number;
  _socket?: InsideStream | null;
  _sender?: { _state: number; _firstFragment: boolean };
  terminate?(): void;
  on?(event: 'ping' | 'pong', listener: () => void): void;
}

interface InsideStream extends TcpSocket {
  _handle?: { readonly fd?: number } | null;
}

const OPEN = 1;
const NO_DESCRIPTOR = -1;

/** Calls back for each ping and pong of the WebSocket protocol itself, which are no packets of Engine.IO. */
export function onControlFrame(connection: Connection, listener: () => void): void {
  const listen = () => {
    const { socket } = (connection as unknown as ConnectionInside).transport;
    for (const event of ['ping', 'pong'] as const) socket?.on?.(event, listener);
  };
  listen();
  connection.once('upgrade', listen);
}

/**
 * Writes through socket.io's public interface only: for polling sockets, and for all when direct writing is off.
 */
export class PublicSink implements FrameSink {
  readyAt = Number.NEGATIVE_INFINITY;
  protected readonly inside: ConnectionInside;
  /** The first {@link gatheredCount} entries are in use; the list keeps its length, so that a beat allocates nothing. */
  protected readonly gathered: (EncodedFrame | null)[] = [];
  protected gatheredCount = 0;

  constructor(protected readonly connection: Connection) {
    this.inside = connection as unknown as ConnectionInside;
  }

  ready(): boolean {
    return (
      this.inside.transport.writable && this.inside.writeBuffer?.length === 0 && this.connection.readyState === 'open'
    );
  }

  offer(frame: EncodedFrame): boolean {
    if (!this.ready()) return false;
    this.write(frame);
    return true;
  }

  gather(frame: EncodedFrame): number {
    if (this.gatheredCount === 0 && !this.ready()) return 0;
    this.gathered[this.gatheredCount] = frame;
    this.gatheredCount += 1;
    return this.gatheredCount;
  }

  sendGathered(_joined: JoinedFrames): void {
    try {
      for (let index = 0; index < this.gatheredCount; index += 1) this.write(this.gathered[index] as EncodedFrame);
    } finally {
      this.forgetGathered();
    }
  }

  write(frame: EncodedFrame): void {
    this.connection.write(frame.packet, { compress: false });
  }

  /** Releases the frames: they are large, and a stale reference would keep them from garbage collection. */
  protected forgetGathered(): void {
    for (let index = 0; index < this.gatheredCount; index += 1) this.gathered[index] = null;
    this.gatheredCount = 0;
  }

  bufferedBytes(): number {
    let bytes = this.inside.transport.socket?._socket?.writableLength ?? 0;
    for (const { data } of this.inside.writeBuffer ?? []) bytes += typeof data === 'string' ? data.length : 0;
    return bytes;
  }

  terminate(): void {
    const { socket } = this.inside.transport;
    if (typeof socket?.terminate === 'function') socket.terminate();
    else this.connection.close(true);
  }
}

/**
 * Hands a finished WebSocket frame straight to the kernel, which spares socket.io, Engine.IO, ws and Node's streams
 * their work per socket (decision 5).
 *
 * A guide through it:
 * 1. `encodeFrame` (websocket-frame.ts) makes a frame's bytes once for all sockets of a room. `gather` keeps them, or says
 *    that the socket is not ready, which the room then leaves out until a later beat; `sendGathered` writes what all rooms
 *    of a socket have for it in one beat, in one call. `offer` sends one frame by itself.
 * 2. Bytes may be put on the wire only between two frames of ws itself. `ready` tells: Engine.IO has nothing queued, ws
 *    has no fragment open and no job pending, the stream has nothing buffered.
 * 3. `lookInside` reads the fields that tell it, once a transport. They are private to Engine.IO and ws, so their form is
 *    checked: where one is missing (polling, another version) everything goes the public way of {@link PublicSink}; a
 *    stream that is not plain TCP (TLS, another system) is written to as a stream.
 * 4. Snapshots, acknowledgements and farewells always go the public way, behind what is queued there.
 * 5. After an update of socket.io or ws run `frame-sink.spec.ts`, the journeys `test/journeys/realtime*` and
 *    `npm run bench -- fan-out`. `REALTIME_DIRECT_WRITE=off` sends everything the public way at once.
 */
export class DirectSink extends PublicSink {
  private transport: ConnectionInside['transport'];
  private socket: WebSocketInside | null = null;
  private sender: NonNullable<WebSocketInside['_sender']> | null = null;
  private stream: InsideStream | null = null;
  private handle: InsideStream['_handle'] = null;
  private descriptor = NO_DESCRIPTOR;

  constructor(connection: Connection) {
    super(connection);
    this.transport = this.inside.transport;
    this.lookInside();
    // Polling becomes a WebSocket while the connection stands.
    if (this.stream === null) connection.once('upgrade', () => this.lookInside());
  }

  /**
   * Each field read costs a cache miss at thousands of sockets, so only two are checked: Engine.IO queues only while
   * its transport is not writable, and ws queues only while its sender's state is not 0.
   */
  override ready(): boolean {
    const { socket, sender, stream } = this;
    if (socket === null || sender === null || stream === null) return super.ready();
    return (
      stream.writableLength === 0 &&
      this.transport.writable &&
      sender._state === 0 &&
      sender._firstFragment &&
      socket.readyState === OPEN
    );
  }

  override offer(frame: EncodedFrame): boolean {
    if (!this.ready()) return false;
    if (this.stream === null) this.write(frame);
    else this.hand(this.stream, frame.bytes, 'final');
    return true;
  }

  override sendGathered(joined: JoinedFrames): void {
    const { stream, gathered, gatheredCount } = this;
    if (stream === null) return super.sendGathered(joined);
    if (gatheredCount > 0) this.hand(stream, joined.join(gathered as EncodedFrame[], gatheredCount), 'reused');
    this.forgetGathered();
  }

  /**
   * The kernel usually takes the whole frame; the rest, when its buffer is full or the connection is broken, goes
   * through the stream, as a copy where the bytes are used again for the next socket. The descriptor is valid only while
   * the stream has its handle.
   */
  private hand(stream: InsideStream, bytes: Buffer, use: 'final' | 'reused'): void {
    let taken = 0;
    if (this.descriptor !== NO_DESCRIPTOR && stream._handle === this.handle) {
      try {
        taken = writeSync(this.descriptor, bytes);
      } catch {
        // The stream gets the same error and handles it.
      }
    }
    if (taken === bytes.length) return;
    const rest = bytes.subarray(taken);
    stream.write(use === 'final' ? rest : Buffer.from(rest));
  }

  private lookInside(): void {
    const { transport } = this.inside;
    this.transport = transport;
    const socket = transport.name === 'websocket' ? transport.socket : undefined;
    const sender = socket?._sender;
    const stream = socket?._socket;
    const isKnown =
      typeof transport.writable === 'boolean' &&
      typeof sender?._state === 'number' &&
      typeof sender._firstFragment === 'boolean' &&
      typeof stream?.writableLength === 'number';
    this.socket = isKnown ? (socket ?? null) : null;
    this.sender = isKnown ? (sender ?? null) : null;
    this.stream = isKnown ? (stream ?? null) : null;
    this.handle = this.stream?._handle ?? null;
    const isPlain = this.handle?.constructor.name === 'TCP' && typeof this.handle.fd === 'number';
    this.descriptor = isPlain ? (this.handle?.fd ?? NO_DESCRIPTOR) : NO_DESCRIPTOR;
  }
}
