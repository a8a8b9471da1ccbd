import type { ChannelName } from '../../../contract/channels.js';
import type { Clock } from '../../clock/clock.js';
import { asPush } from '../../tracing/traced-push.js';
import type { Subscriber } from '../channel-hub.js';
import { type EncodedFrame, encodeFrame } from '../websocket-frame.js';
import { EventMember } from './event-member.js';
import { EventRing, fitting } from './event-ring.js';
import type { EventSource, OpenedStream, StreamEvent, StreamListener } from './event-source.js';

/** An entry of the ring. */
export const RING_EVENTS = 2048;
export const RING_MS = 600_000;
const FRAME_EVENTS = 256;
const FRAME_CHARACTERS = 48 * 1024;
/** Maximum events to resume; beyond it a snapshot over HTTP is quicker. */
const REPLAY_MAX = 4096;

/** Callbacks of a room to the gateway. */
export interface EventRoomEvents {
  onWritten(): void;
  /** Events were written to all sockets that keep up; `at` is the instant of the newest. */
  onDelivered(at: number): void;
  /** A session of the room's user has ended; the session resolver finds out which. */
  onSessionEnded(userId: string): void;
  onFailure(error: unknown): void;
}

/** Filter of the events a socket may receive; undefined: all. */
export type Hears = ((event: StreamEvent) => boolean) | undefined;

/** A socket's position in a stream. */
export interface EventPlace {
  /** The last number sent to it. */
  s: number;
  /** The number up to which events have been filtered for it; above `s` where the filter excluded those after `s`. */
  passed: number;
}

/** All events of a range, and those of them that pass the socket's filter. */
interface LookedAt {
  passed: number;
  heard: StreamEvent[];
}

/** The events after a position. */
export interface NextEvents {
  passed: number;
  /** Null: none of the events is for the socket. */
  frame: EncodedFrame | null;
}

/** All sockets of one user on one channel of events. */
export class EventRoom implements StreamListener {
  readonly members = new Set<EventMember>();
  readonly name: ChannelName;
  readonly userId: string;
  /** The slot of the beat in which the room sends its heartbeat. */
  readonly slot: number;
  readonly ch: string;
  private stream: OpenedStream | null = null;
  private ring = new EventRing(0, RING_EVENTS, RING_MS);
  private opening: Promise<void> | null = null;
  /** The newest frame, which most of the user's sockets need at the same time. */
  private shared: { after: number; frame: EncodedFrame } | null = null;

  constructor(
    { name, userId, slot }: { name: ChannelName; userId: string; slot: number },
    private readonly source: EventSource,
    private readonly clock: Clock,
    private readonly events: EventRoomEvents,
  ) {
    this.name = name;
    this.userId = userId;
    this.slot = slot;
    this.ch = `${name}:${userId}`;
  }

  join(subscriber: Subscriber, steadyNow: () => number): EventMember {
    const member = new EventMember(subscriber, this, steadyNow);
    this.members.add(member);
    return member;
  }

  leave(member: EventMember): void {
    member.leave();
    this.members.delete(member);
    if (this.members.size === 0) this.source.close(this.userId, this);
  }

  /**
   * Resolves once the stream's position is known. Rejects when it cannot be read; the next call retries. `has` is the last
   * event that the subscriber has: only later events are read along, because many sockets resume at once.
   */
  open(has: number | null = null): Promise<void> {
    this.opening ??= this.read(has).catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  /** The position of the newest event. The room must be open. */
  place(): { ep: string; s: number } {
    return { ep: this.opened().ep, s: this.ring.newest };
  }

  /**
   * Whether everything after number `s` can still be sent. The room must be open. Another gateway may have delivered
   * events that were not read here yet; a number beyond the stream is a false claim.
   */
  async canFollow(s: number): Promise<boolean> {
    if (s > this.ring.newest) return (await this.source.after(this.userId, s - 1, 1))[0]?.s === s;
    if (this.ring.newest - s > REPLAY_MAX) return false;
    if (this.ring.after(s, 1, 1) !== null) return true;
    const [next] = await this.source.after(this.userId, s, 1);
    return next?.s === s + 1;
  }

  onEvents(events: StreamEvent[]): void {
    this.ring.add(events, this.clock.now());
    asPush(this.name, events, () => {
      for (const member of this.members) member.pump();
    });
    this.events.onDelivered(events.at(-1)?.at ?? this.clock.now());
    if (events.some(({ endsSession }) => endsSession)) this.events.onSessionEnded(this.userId);
  }

  onNewEpoch(): void {
    for (const member of this.members) member.pause();
    this.opening = null;
    this.open().then(
      () => this.members.forEach((member) => member.followSnapshot()),
      (error: unknown) => {
        this.failed(error);
        for (const { subscriber } of this.members) subscriber.cut('slow-consumer');
      },
    );
  }

  /** Whether there are events after number `s`. */
  hasMore(s: number): boolean {
    return this.ring.newest > s;
  }

  /** The events after a position, for a socket with or without a filter. */
  next(place: EventPlace, hears: Hears): NextEvents | 'nothing' | 'not-retained' {
    if (!hears && this.shared?.after === place.s) return { passed: this.shared.frame.s, frame: this.shared.frame };
    const events = this.ring.after(place.passed, FRAME_EVENTS, FRAME_CHARACTERS);
    if (events === null) return 'not-retained';
    if (events.length === 0) return 'nothing';
    const next = this.framed(place.s, lookedAt(events, hears));
    if (!hears && next.frame) this.shared = { after: place.s, frame: next.frame };
    return next;
  }

  /** The same from the event source; null when the next event has been pruned. */
  async readNext(passed: number, hears: Hears): Promise<LookedAt | null> {
    const events = await this.source.after(this.userId, passed, FRAME_EVENTS);
    // Events beyond the ring's newest are not delivered here: they come with the next read.
    const buffered = events.filter((event) => event.s <= this.ring.newest);
    return buffered[0]?.s === passed + 1 ? lookedAt(fitting(buffered, FRAME_CHARACTERS), hears) : null;
  }

  /** The frame's number is that of the last event filtered, sent or not, so that frames have no gap between them. */
  framed(s: number, { passed, heard }: LookedAt): NextEvents {
    return { passed, frame: heard.length > 0 ? this.encode(s, heard, passed) : null };
  }

  /** A frame without events: it advances the socket past the events it was not sent, so that a resume does not read them again. */
  moved({ s, passed }: EventPlace): EncodedFrame {
    return this.encode(s, [], passed);
  }

  snapshot(): EncodedFrame {
    const { ep, s } = this.place();
    const json = JSON.stringify({ sequence: s, since: Math.min(this.opened().since, s + 1) });
    return encodeFrame({ ch: this.ch, ep, s, ps: null, k: 'snap', ts: this.clock.now() }, json);
  }

  heartbeat(s: number): EncodedFrame {
    return encodeFrame({ ch: this.ch, ep: this.opened().ep, s, ps: s, k: 'hb', ts: this.clock.now() }, null);
  }

  written(): void {
    this.events.onWritten();
  }

  failed(error: unknown): void {
    this.events.onFailure(error);
  }

  private async read(has: number | null): Promise<void> {
    const stream = await this.source.open(this.userId, this, has);
    this.stream = stream;
    this.shared = null;
    this.ring = new EventRing(stream.s - stream.recent.length, RING_EVENTS, RING_MS);
    this.ring.add(stream.recent, this.clock.now());
  }

  private opened(): OpenedStream {
    if (!this.stream) throw new Error(`The stream ${this.ch} is not open.`);
    return this.stream;
  }

  private encode(ps: number, events: StreamEvent[], s: number): EncodedFrame {
    const head = { ch: this.ch, ep: this.opened().ep, s, ps, k: 'delta' as const, ts: this.clock.now() };
    return encodeFrame(head, `[${events.map(({ json }) => json).join(',')}]`);
  }
}

/** @param events at least one. */
function lookedAt(events: StreamEvent[], hears: Hears): LookedAt {
  return { passed: events.at(-1)?.s ?? 0, heard: hears ? events.filter(hears) : events };
}
