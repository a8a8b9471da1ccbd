import { type Frame, REALTIME_EVENTS } from '../../contract/channels.js';

/** One frame in the two forms that sockets take it: the socket.io packet, and the finished WebSocket frame of it. */
export interface EncodedFrame {
  readonly ep: string;
  readonly s: number;
  /** The socket.io packet, for sockets that are not written to directly. */
  readonly packet: string;
  /** The whole WebSocket text frame around the Engine.IO message, made on first use and shared by all sockets. */
  readonly bytes: Buffer;
}

/** A frame without its payload; the payload comes as JSON text that was made once by the source. */
export type FrameHead = Omit<Frame, 'd'>;

/** Encodes a frame. Heartbeats have no payload. */
export function encodeFrame(head: FrameHead, json: string | null): EncodedFrame {
  const payload = json === null ? '' : `,"d":${json}`;
  const { ep, s, ps, k, ts } = head;
  const fields = `"ch":${JSON.stringify(head.ch)},"ep":${JSON.stringify(ep)},"s":${s},"ps":${ps},"k":"${k}","ts":${ts}`;
  return new SharedFrame(ep, s, `2["${REALTIME_EVENTS.frame}",{${fields}${payload}}]`);
}

class SharedFrame implements EncodedFrame {
  private made: Buffer | null = null;

  constructor(
    readonly ep: string,
    readonly s: number,
    readonly packet: string,
  ) {}

  get bytes(): Buffer {
    this.made ??= webSocketText(`4${this.packet}`);
    return this.made;
  }
}

/**
 * An unmasked, unfragmented WebSocket text frame, as a server sends it.
 * Source: RFC 6455 section 5.2 (0x81 = final fragment, text; lengths of 7, 16 and 64 bits).
 */
export function webSocketText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headerLength + length);
  frame[0] = 0x81;
  if (headerLength === 2) frame[1] = length;
  else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}
