import { type Frame, REALTIME_EVENTS } from '../../contract/channels.js';

/** One frame in both encodings: the socket.io packet, and the finished WebSocket frame. */
export interface EncodedFrame {
  readonly ep: string;
  readonly s: number;
  /** The socket.io packet, for sockets that are not written to directly. */
  readonly packet: string;
  /** The whole WebSocket text frame around the Engine.IO message, made on first use and shared by all sockets. */
  readonly bytes: Buffer;
  /** Length in bytes. */
  readonly length: number;
  /** Copies its bytes into a buffer with enough room, and returns the offset behind them. */
  copyTo(target: Buffer, at: number): number;
}

/** A frame without its payload; the payload comes as JSON text that was made once by the source. */
export type FrameHead = Omit<Frame, 'd'>;

/** One row of a payload, as text and as bytes; both are encoded once for all frames. */
export interface SharedRow {
  readonly json: string;
  readonly bytes: Buffer;
}

/** JSON text, or a list of rows that the lists of many streams share. */
export type Payload = string | readonly SharedRow[];

/** The payload as JSON text. */
export function textOf(payload: Payload): string {
  return typeof payload === 'string' ? payload : `[${payload.map(({ json }) => json).join(',')}]`;
}

/** Encodes a frame. Heartbeats have no payload. */
export function encodeFrame(head: FrameHead, payload: Payload | null): EncodedFrame {
  if (payload === null || typeof payload === 'string') return new TextFrame(head, payload);
  const { ch, ...place } = head;
  return encodeRows(new StreamStart(ch), place, payload);
}

/** The packet up to its payload. */
function beginning({ ch, ...place }: FrameHead): string {
  return `${channelText(ch)}${placeText(place)}`;
}

function channelText(ch: string): string {
  return `2["${REALTIME_EVENTS.frame}",{"ch":${JSON.stringify(ch)}`;
}

/** Target position and time of a frame: the same for all streams of one source. */
export type FramePlace = Omit<FrameHead, 'ch'>;

function placeText({ ep, s, ps, k, ts }: FramePlace): string {
  return `,"ep":${JSON.stringify(ep)},"s":${s},"ps":${ps},"k":"${k}","ts":${ts}`;
}

/** Encoded beginning of the frames of one stream, made once. */
export class StreamStart {
  private made: SharedRow | null = null;

  constructor(readonly ch: string) {}

  /** Includes the Engine.IO type, which the packet lacks. */
  get start(): SharedRow {
    this.made ??= shared(`4${channelText(this.ch)}`);
    return this.made;
  }
}

function shared(json: string): SharedRow {
  return { json, bytes: Buffer.from(json) };
}

/** Cache of the last result: in a sweep thousands of streams move between the same two positions. */
let lastPlace: { place: FramePlace; text: SharedRow } | null = null;

function sharedPlace(place: FramePlace): SharedRow {
  const last = lastPlace?.place;
  if (
    lastPlace === null ||
    last?.s !== place.s ||
    last.ps !== place.ps ||
    last.ts !== place.ts ||
    last.k !== place.k ||
    last.ep !== place.ep
  ) {
    lastPlace = { place, text: shared(`${placeText(place)},"d":[`) };
  }
  return lastPlace.text;
}

/** A frame of rows that stand in other streams' frames too: see {@link ListFrame}. */
export function encodeRows(stream: StreamStart, place: FramePlace, rows: readonly SharedRow[]): EncodedFrame {
  return new ListFrame(stream.start, place, rows);
}

const END = '}]';

class TextFrame implements EncodedFrame {
  readonly ep: string;
  readonly s: number;
  readonly packet: string;
  private made: Buffer | null = null;

  constructor(head: FrameHead, json: string | null) {
    this.ep = head.ep;
    this.s = head.s;
    this.packet = `${beginning(head)}${json === null ? '' : `,"d":${json}`}${END}`;
  }

  get bytes(): Buffer {
    this.made ??= webSocketText(`4${this.packet}`);
    return this.made;
  }

  get length(): number {
    return this.bytes.length;
  }

  copyTo(target: Buffer, at: number): number {
    target.set(this.bytes, at);
    return at + this.bytes.length;
  }
}

const COMMA = 0x2c;
const LIST_END = Buffer.from(`]${END}`);

/**
 * A frame of rows that other frames share. Each custom set of symbols is a stream of its own, whose frames would otherwise all
 * be encoded separately; here only the beginning is, and the shared bytes of the rows are copied behind it.
 */
class ListFrame implements EncodedFrame {
  readonly ep: string;
  readonly s: number;
  private readonly place: SharedRow;
  private readonly payloadLength: number;
  private copies = 0;
  private made: Buffer | null = null;

  constructor(
    private readonly start: SharedRow,
    place: FramePlace,
    private readonly rows: readonly SharedRow[],
  ) {
    this.ep = place.ep;
    this.s = place.s;
    this.place = sharedPlace(place);
    let length = start.bytes.length + this.place.bytes.length + Math.max(0, rows.length - 1) + LIST_END.length;
    for (const { bytes } of rows) length += bytes.length;
    this.payloadLength = length;
  }

  get packet(): string {
    return `${this.start.json.slice(1)}${this.place.json.slice(0, -1)}${textOf(this.rows)}${END}`;
  }

  get length(): number {
    return headerLength(this.payloadLength) + this.payloadLength;
  }

  get bytes(): Buffer {
    if (this.made === null) {
      const made = Buffer.allocUnsafeSlow(this.length);
      this.compose(made, 0);
      this.made = made;
    }
    return this.made;
  }

  /** Assembled in place the first time; from the second use on the frame is known to be shared, and is cached. */
  copyTo(target: Buffer, at: number): number {
    this.copies += 1;
    if (this.copies === 1) return this.compose(target, at);
    target.set(this.bytes, at);
    return at + this.bytes.length;
  }

  private compose(target: Buffer, from: number): number {
    let at = put(this.start.bytes, target, writeHeader(target, from, this.payloadLength));
    at = put(this.place.bytes, target, at);
    for (let index = 0; index < this.rows.length; index += 1) {
      if (index > 0) {
        target[at] = COMMA;
        at += 1;
      }
      at = put((this.rows[index] as SharedRow).bytes, target, at);
    }
    return put(LIST_END, target, at);
  }
}

/** Copies the bytes and returns the offset behind them. */
function put(bytes: Buffer, target: Buffer, at: number): number {
  target.set(bytes, at);
  return at + bytes.length;
}

/**
 * An unmasked, unfragmented WebSocket text frame, as a server sends it.
 * Source: RFC 6455 section 5.2 (0x81 = final fragment, text; lengths of 7, 16 and 64 bits).
 */
export function webSocketText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafeSlow(headerLength(length) + length);
  frame.write(text, writeHeader(frame, 0, length));
  return frame;
}

function headerLength(payloadLength: number): number {
  return payloadLength < 126 ? 2 : payloadLength < 65_536 ? 4 : 10;
}

/** Writes the header of a frame with that many payload bytes, and returns the offset behind it. */
function writeHeader(target: Buffer, at: number, payloadLength: number): number {
  target[at] = 0x81;
  if (payloadLength < 126) target[at + 1] = payloadLength;
  else if (payloadLength < 65_536) {
    target[at + 1] = 126;
    target.writeUInt16BE(payloadLength, at + 2);
  } else {
    target[at + 1] = 127;
    target.writeBigUInt64BE(BigInt(payloadLength), at + 2);
  }
  return at + headerLength(payloadLength);
}
