import type { Subscriber } from '../channel-hub.js';
import type { EncodedFrame } from '../websocket-frame.js';
import type { EventRoom } from './event-room.js';

/** Unacknowledged frames of one socket. */
const FRAMES_MAX = 256;
/** Maximum bytes queued in this process for one socket; the kernel's buffer is extra. */
const BUFFERED_BYTES_MAX = 128 * 1024;

interface Unacknowledged {
  s: number;
  /** When it was written, steady milliseconds. */
  at: number;
}

/**
 * One socket on one stream of events, with flow control: queued bytes and unacknowledged frames limit what is written,
 * so nothing is dropped and nothing piles up.
 */
export class EventMember {
  /** The current request; replies to earlier ones are discarded. */
  question = 0;
  /** Sequence number of the last event written; null until the start is known. */
  private s: number | null = null;
  private unacknowledged: Unacknowledged[] = [];
  private isReading = false;
  private hasLeft = false;

  constructor(
    readonly subscriber: Subscriber,
    readonly room: EventRoom,
    private readonly steadyNow: () => number,
  ) {}

  /** Nothing is sent until the place is known. */
  pause(): void {
    this.s = null;
  }

  /** Follows the stream from number `s` on, and forgets frames in flight of an earlier reply. */
  follow(s: number): void {
    this.unacknowledged = [];
    this.s = s;
    this.pump();
  }

  /** Sends the whole state, which is the stream's place, and follows from there. */
  followSnapshot(): void {
    const frame = this.room.snapshot();
    this.unacknowledged = [];
    this.write(frame);
    this.pump();
  }

  leave(): void {
    this.hasLeft = true;
    this.s = null;
  }

  /** The socket has applied everything up to number `s`. A number that was never sent says nothing. */
  acknowledge(s: number): void {
    if (this.s === null || s > this.s) return;
    const open = this.unacknowledged.findIndex((frame) => frame.s > s);
    this.unacknowledged = open < 0 ? [] : this.unacknowledged.slice(open);
    this.pump();
  }

  /** Whether an event has waited for its acknowledgement for longer than that. */
  isSilent(limitMs: number): boolean {
    const [oldest] = this.unacknowledged;
    return oldest !== undefined && this.steadyNow() - oldest.at > limitMs;
  }

  heartbeat(): void {
    if (this.s !== null) this.subscriber.sink.offer(this.room.heartbeat(this.s));
  }

  /** Writes the next events as far as flow control allows; called again after acknowledgements. */
  pump(): void {
    while (this.s !== null && this.room.hasMore(this.s) && !this.isReading && this.mayWrite()) {
      const frame = this.room.frameAfter(this.s);
      if (frame === 'nothing') return;
      if (frame === 'not-kept') this.readOn(this.s);
      else this.write(frame);
    }
  }

  private mayWrite(): boolean {
    return this.unacknowledged.length < FRAMES_MAX && this.subscriber.sink.bufferedBytes() < BUFFERED_BYTES_MAX;
  }

  /** The ring no longer has the next events: they are read from the source. */
  private readOn(s: number): void {
    this.isReading = true;
    const { question } = this;
    this.room
      .readAfter(s)
      .then((frame) => {
        this.isReading = false;
        if (this.hasLeft || question !== this.question || this.s !== s) return this.pump();
        // Pruned at the source too: the client subscribes again and gets the stream's position with the reason.
        if (frame === null) return this.subscriber.cut('slow-consumer');
        this.write(frame);
        return this.pump();
      })
      .catch((error: unknown) => {
        this.isReading = false;
        this.room.failed(error);
        if (!this.hasLeft) this.subscriber.cut('slow-consumer');
      });
  }

  private write(frame: EncodedFrame): void {
    const { sink } = this.subscriber;
    if (!sink.offer(frame)) sink.write(frame);
    this.s = frame.s;
    this.unacknowledged.push({ s: frame.s, at: this.steadyNow() });
    this.room.written();
  }
}
