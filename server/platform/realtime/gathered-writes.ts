import type { FrameSink } from './frame-sink.js';
import type { EncodedFrame } from './websocket-frame.js';

/** Scratch buffer in which the frames of one socket are concatenated; grows to the largest size needed. */
const FIRST_BYTES = 64 * 1024;

/**
 * Concatenates the frames of several streams for one socket. A system call costs some microseconds regardless of its size, copying
 * two kilobytes a tenth of one, so all frames of a socket in a beat go in one write.
 */
export class JoinedFrames {
  private buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private readonly last: EncodedFrame[] = [];
  private joined = this.buffer.subarray(0, 0);

  /** The bytes of the first `count` frames; valid until the next call. Consecutive sockets with the same frames share them. */
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

  /** Releases the frames it has cached. */
  forget(): void {
    this.last.length = 0;
  }

  private isLast(frames: readonly EncodedFrame[], count: number): boolean {
    if (this.last.length !== count) return false;
    for (let index = 0; index < count; index += 1) if (this.last[index] !== frames[index]) return false;
    return count > 0;
  }
}

/** The writes of one part of the sweep: frames are gathered over all streams, then written once per socket. */
export class GatheredWrites {
  private readonly joined = new JoinedFrames();
  private readonly sinks: FrameSink[] = [];

  constructor(private readonly onFailure: (error: unknown) => void) {}

  /** Gathers the frame for the socket; false when the socket is busy. */
  add(sink: FrameSink, frame: EncodedFrame): boolean {
    const count = sink.gather(frame);
    if (count === 1) this.sinks.push(sink);
    return count > 0;
  }

  /** Writes the gathered frames. A socket whose write fails is ended, because it would have a gap; the others are served. */
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
