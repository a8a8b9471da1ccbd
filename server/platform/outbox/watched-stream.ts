import type { OpenedStream, StreamListener } from '../realtime/events/event-source.js';

/** A stream that somebody listens to. */
export interface WatchedStream {
  readonly userId: string;
  readonly listener: StreamListener;
  /** Number of the last event told; null until the stream was read. */
  s: number | null;
  opened: (stream: OpenedStream) => void;
  failed: (error: unknown) => void;
}
