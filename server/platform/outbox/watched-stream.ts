import type { OpenedStream, StreamListener } from '../realtime/events/event-source.js';

/** A stream with a listener. */
export interface WatchedStream {
  readonly userId: string;
  readonly listener: StreamListener;
  /** The last event that the opener has; null when it wants none of those that there are. */
  readonly has: number | null;
  /** Sequence number of the last event delivered; null until the stream was read. */
  s: number | null;
  opened: (stream: OpenedStream) => void;
  failed: (error: unknown) => void;
}
