import type { OpenedStream, StreamListener } from '../realtime/events/event-source.js';

/** The position of one listener in a user's stream. */
export interface WatchedStream {
  readonly userId: string;
  readonly listener: StreamListener;
  /** Number of the last event that the listener already has; null when it wants new events only. */
  readonly has: number | null;
  /** Sequence number of the last event delivered; null until the stream was read. */
  s: number | null;
  opened: (stream: OpenedStream) => void;
  failed: (error: unknown) => void;
}

/** Streams with listeners, one per user and listener: the rooms of pages, and the adapter for old clients. */
export class WatchedStreams {
  /** Streams waiting for their first read, in order of arrival. */
  readonly unopened = new Set<WatchedStream>();
  private readonly byUser = new Map<string, WatchedStream[]>();

  /** How many users have a listener. */
  get size(): number {
    return this.byUser.size;
  }

  userIds(): IterableIterator<string> {
    return this.byUser.keys();
  }

  /** @returns whether it is the first of its user. A listener has one stream: a second one takes the place of the first. */
  add(stream: WatchedStream): boolean {
    const known = this.byUser.get(stream.userId);
    this.remove(stream.userId, stream.listener);
    this.byUser.set(stream.userId, [...this.of(stream.userId), stream]);
    this.unopened.add(stream);
    return known === undefined;
  }

  /** @returns whether it was the last of its user. */
  remove(userId: string, listener: StreamListener): boolean {
    const known = this.byUser.get(userId);
    if (!known) return false;
    for (const stream of known) if (stream.listener === listener) this.unopened.delete(stream);
    const others = known.filter((stream) => stream.listener !== listener);
    if (others.length > 0) this.byUser.set(userId, others);
    else this.byUser.delete(userId);
    return others.length === 0;
  }

  has(userId: string): boolean {
    return this.byUser.has(userId);
  }

  of(userId: string): readonly WatchedStream[] {
    return this.byUser.get(userId) ?? [];
  }

  /** Marks the stream as read up to this event. */
  open(stream: WatchedStream, s: number): void {
    stream.s = s;
    this.unopened.delete(stream);
  }

  /** The next streams to read in one query: at most one per user, because listeners of one user may need different events. */
  toOpen(limit: number): WatchedStream[] {
    const next = new Map<string, WatchedStream>();
    for (const stream of this.unopened) {
      if (next.size === limit) break;
      if (!next.has(stream.userId)) next.set(stream.userId, stream);
    }
    return [...next.values()];
  }

  opened(): WatchedStream[] {
    return [...this.byUser.values()].flat().filter(({ s }) => s !== null);
  }

  /** Lowest position among a user's listeners, from which the next read starts; null while none has been opened. */
  placeOf(userId: string): number | null {
    const places = this.of(userId).flatMap(({ s }) => s ?? []);
    return places.length > 0 ? Math.min(...places) : null;
  }
}
