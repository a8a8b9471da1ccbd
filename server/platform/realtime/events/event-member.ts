import type { Subscriber } from '../channel-hub.js';
import type { EncodedFrame } from '../websocket-frame.js';
import type { EventPlace, EventRoom, NextEvents } from './event-room.js';

/** Unacknowledged frames of one socket. */
const FRAMES_MAX = 256;
/** Maximum bytes queued in this process for one socket; the kernel's buffer is extra. */
const BUFFERED_BYTES_MAX = 128 * 1024;

interface Unacknowledged {
  s: number;
  /** When it was written, monotonic milliseconds. */
  at: number;
}

/**
 * One socket on one stream of events, with flow control: queued bytes and unacknowledged frames limit what is written,
 * so nothing is dropped and nothing piles up.
 */
export class EventMember {
  /** The current request; replies to earlier ones are discarded. */
  question = 0;
  /** Null until the start position is known. */
  private place: EventPlace | null = null;
  private unacknowledged: Unacknowledged[] = [];
  private isReading = false;
  private hasLeft = false;

  constructor(
    readonly subscriber: Subscriber,
    readonly room: EventRoom,
    private readonly steadyNow: () => number,
  ) {}

  /** Nothing is sent until the position is known. */
  pause(): void {
    this.place = null;
  }

  /** Follows the stream from number `s` on, and discards in-flight frames of an earlier reply. */
  follow(s: number): void {
    this.unacknowledged = [];
    this.place = { s, passed: s };
    this.pump();
  }

  /** Sends the snapshot, which is the stream's position, and follows from there. */
  followSnapshot(): void {
    const frame = this.room.snapshot();
    this.unacknowledged = [];
    this.write(frame);
    this.pump();
  }

  leave(): void {
    this.hasLeft = true;
    this.place = null;
  }

  /** Acknowledges events up to number `s`. A number that was never sent is ignored. */
  acknowledge(s: number): void {
    if (this.place === null || s > this.place.s) return;
    const open = this.unacknowledged.findIndex((frame) => frame.s > s);
    this.unacknowledged = open < 0 ? [] : this.unacknowledged.slice(open);
    this.pump();
  }

  /** Whether an event has been unacknowledged for longer than that. */
  isSilent(limitMs: number): boolean {
    const [oldest] = this.unacknowledged;
    return oldest !== undefined && this.steadyNow() - oldest.at > limitMs;
  }

  /** Where filtered events were skipped, the socket is sent their last number instead, so that its position advances. */
  heartbeat(): void {
    const { place, room } = this;
    if (place === null) return;
    const hasPassed = place.passed > place.s;
    const isSent = this.subscriber.sink.offer(hasPassed ? room.moved(place) : room.heartbeat(place.s));
    if (isSent && hasPassed) this.place = { s: place.passed, passed: place.passed };
  }

  /** Writes the next events as far as flow control allows; called again after acknowledgements. */
  pump(): void {
    while (this.place !== null && this.room.hasMore(this.place.passed) && !this.isReading && this.mayWrite()) {
      const next = this.room.next(this.place, this.subscriber.session.hears);
      if (next === 'nothing') return;
      if (next === 'not-retained') this.readOn(this.place);
      else this.pass(this.place, next);
    }
  }

  private mayWrite(): boolean {
    return this.unacknowledged.length < FRAMES_MAX && this.subscriber.sink.bufferedBytes() < BUFFERED_BYTES_MAX;
  }

  /** The ring no longer has the next events: they are read from the source. */
  private readOn({ passed }: EventPlace): void {
    this.isReading = true;
    const { question } = this;
    // A heartbeat may advance the position during the read, so the events read are appended after the number last sent.
    const isWanted = () => !this.hasLeft && question === this.question && this.place?.passed === passed;
    this.room
      .readNext(passed, this.subscriber.session.hears)
      .then((read) => {
        this.isReading = false;
        if (this.place === null || !isWanted()) return this.pump();
        // Pruned at the source too: the client subscribes again and gets the stream's position with the reason.
        if (read === null) return this.subscriber.cut('slow-consumer');
        this.pass(this.place, this.room.framed(this.place.s, read));
        return this.pump();
      })
      .catch((error: unknown) => {
        this.isReading = false;
        this.room.failed(error);
        if (!this.hasLeft) this.subscriber.cut('slow-consumer');
      });
  }

  private pass({ s }: EventPlace, { passed, frame }: NextEvents): void {
    if (frame === null) this.place = { s, passed };
    else this.write(frame);
  }

  private write(frame: EncodedFrame): void {
    const { sink } = this.subscriber;
    if (!sink.offer(frame)) sink.write(frame);
    this.place = { s: frame.s, passed: frame.s };
    this.unacknowledged.push({ s: frame.s, at: this.steadyNow() });
    this.room.written();
  }
}
