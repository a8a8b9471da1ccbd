import type { ChannelName } from '../../../contract/channels.js';

/** One event of a user's stream, serialised once for all of the user's sockets. A socket's filter judges by kind and text. */
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
  /** Trace context that a push of it continues; null where none is recorded. */
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
  /** Events after the listener's position, the last of them number `s`: only the newest where there are many, or none. */
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
   * two. `has` is the number of the last event that the listener has; null when it wants new events only.
   */
  open(userId: string, listener: StreamListener, has: number | null): Promise<OpenedStream>;
  /** Stops delivery to the listener. */
  close(userId: string, listener: StreamListener): void;
  /** Events after number `s` that have not been pruned, in order, at most `limit`. */
  after(userId: string, s: number, limit: number): Promise<StreamEvent[]>;
}

/** Where features register the streams of events that they serve. */
export abstract class EventRegistry {
  /** Registers the source of a channel. A second source for the same channel stops the start. */
  abstract serveEvents(name: ChannelName, source: EventSource): void;
}
