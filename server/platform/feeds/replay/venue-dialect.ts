import type { RecordedFrame } from './recording.js';

export interface RestReply {
  status: number;
  body: string;
}

/** What a client's message leads to. */
export interface RequestOutcome {
  replies: string[];
  subscribe: string[];
  unsubscribe: string[];
}

/** How one venue's servers speak, given what a recording has told so far. */
export interface VenueDialect {
  /** The channel that a WebSocket address opens and what it subscribes to at once; null when there is no such address. */
  open(address: URL): { channel: string; topics: string[] } | null;
  request(channel: string, text: string): RequestOutcome;
  /** The channel that a frame belongs to. */
  channelOf(frame: RecordedFrame): string;
  /** Takes note of a frame as it is played. */
  observe(frame: RecordedFrame): void;
  /** What the venue sends first to somebody who subscribes now; null when nothing is known yet, or nothing is sent. */
  snapshot(channel: string, topic: string): string | null;
  /** The reply to a REST call; null when there is no such address. */
  rest(address: URL): RestReply | null;
}

/** Top of the book in a synthesised snapshot, far more than any client asks for. */
export const SNAPSHOT_LEVELS = 1000;

export function json(body: unknown, status = 200): RestReply {
  return { status, body: JSON.stringify(body) };
}
