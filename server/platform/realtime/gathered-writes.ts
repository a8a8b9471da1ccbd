import type { FrameSink } from './frame-sink.js';
import type { EncodedFrame } from './websocket-frame.js';

/** Where the frames of one socket are put behind one another; grows to the largest that was ever needed. */
const FIRST_BYTES = 64 * 1024;

/**
 * The frames of several streams for one socket as one piece of bytes. A write costs the kernel some microseconds
 * whatever is in it, copying two kilobytes a tenth of one: what a socket gets in a beat is written at once.
 */
export class JoinedFrames {
  private buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private readonly last: EncodedFrame[] = [];
  private joined = this.buffer.subarray(0, 0);

  /** The bytes of the first `count` frames; valid until the next call. Neighbours on the same page get the same ones. */
  join(frames: readonly EncodedFrame[], count: number): Buffer {
    if (this.isLast(frames, count)) return this.joined;
    let needed = 0;
    for (let index = 0; index < count; index += 1) needed += (frames[index] as EncodedFrame).length;
    if (needed > this.buffer.length) this.buffer = Buffer.allocUnsafeSlow(needed * 2);
    let at = 0;
    this.last.length = count;
    for (let index = 0; index < count; index += 1) {
      const frame = frames[index] as EncodedFrame;
      at = frame.copyTo(this.buffer, at);
      this.last[index] = frame;
    }
    this.joined = this.buffer.subarray(0, at);
    return this.joined;
  }

  /** Lets go of the frames that it has remembered. */
  forget(): void {
    this.last.length = 0;
  }

  private isLast(frames: readonly EncodedFrame[], count: number): boolean {
    if (this.last.length !== count) return false;
    for (let index = 0; index < count; index += 1) if (this.last[index] !== frames[index]) return false;
    return count > 0;
  }
}

/** What the sockets of one part of the sweep get: gathered over all their streams, then one write for each socket. */
export class GatheredWrites {
  private readonly joined = new JoinedFrames();
  private readonly sinks: FrameSink[] = [];

  constructor(private readonly onFailure: (error: unknown) => void) {}

  /** Keeps the frame for the socket; false when the socket is busy. */
  add(sink: FrameSink, frame: EncodedFrame): boolean {
    const count = sink.gather(frame);
    if (count === 1) this.sinks.push(sink);
    return count > 0;
  }

  /** Writes what was gathered. A socket whose write fails is ended, for it would miss frames; the others get theirs. */
  send(): void {
    for (const sink of this.sinks) {
      try {
        sink.sendGathered(this.joined);
      } catch (error) {
        sink.terminate();
        this.onFailure(error);
      }
    }
    this.sinks.length = 0;
    this.joined.forget();
  }
}
