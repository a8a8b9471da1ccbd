import type { ChannelName } from '../../../contract/channels.js';

/** One event of a user's stream, serialised once for all of the user's sockets. What a socket may be told is judged by kind and text. */
export interface StreamEvent {
  /** Number in the stream: 1, 2, 3, … without a gap. */
  s: number;
  kind: string;
  /** JSON text of the event. */
  json: string;
  /** When it happened, product time. */
  at: number;
  /** Whether a session of the user has ended with it. */
  endsSession: boolean;
  /** The place in the trace that a push of it goes on with; null where none is recorded. */
  trace: string | null;
}

/** A stream as it stands, with its newest events, read at one instant. */
export interface OpenedStream {
  /** Epoch: changes when numbers start to mean something else. */
  ep: string;
  /** Number of the last event; 0 before the first. */
  s: number;
  /** Number of the oldest event that can still be read. */
  since: number;
  /** Events that the opener lacks, the last of them number `s`; the newest of them where there are many, or none. */
  recent: StreamEvent[];
}

/** Callbacks of an open stream. */
export interface StreamListener {
  /** The next events, without a gap to those delivered before; never before the stream was opened. */
  onEvents(events: StreamEvent[]): void;
  /** The epoch changed: the state must be read again. */
  onNewEpoch(): void;
}

/**
 * A feature's side of a channel whose events are all delivered, in order: one stream a user. The gateway keeps
 * a stream open while one of the user's sockets listens to it.
 */
export interface EventSource {
  /**
   * Delivers every event after those in the reply. It subscribes before it reads, so that no event falls between the
   * two. `has` is the number of the last event that the opener has seen; null when it wants none of those that there are.
   */
  open(userId: string, listener: StreamListener, has: number | null): Promise<OpenedStream>;
  /** Stops delivery to the listener. */
  close(userId: string, listener: StreamListener): void;
  /** Events after number `s` as far as they are kept, in order, at most `limit`. */
  after(userId: string, s: number, limit: number): Promise<StreamEvent[]>;
}

/** Where features register the streams of events that they serve. */
export abstract class EventRegistry {
  /** Registers the source of a channel. A second source for the same channel stops the start. */
  abstract serveEvents(name: ChannelName, source: EventSource): void;
}
