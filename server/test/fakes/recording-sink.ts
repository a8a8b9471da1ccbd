import type { FeedEvent, FeedNotice, FeedSink } from '../../platform/feeds/feed.js';

export type EventOf<Kind extends FeedEvent['kind']> = Extract<FeedEvent, { kind: Kind }>;

/** Keeps everything that a feed says. */
export class RecordingSink implements FeedSink {
  readonly events: FeedEvent[] = [];
  readonly notices: FeedNotice[] = [];

  event(event: FeedEvent): void {
    this.events.push(event);
  }

  notice(notice: FeedNotice): void {
    this.notices.push(notice);
  }

  of<Kind extends FeedEvent['kind']>(kind: Kind, instrument?: string): EventOf<Kind>[] {
    return this.events.filter(
      (event): event is EventOf<Kind> => event.kind === kind && (!instrument || event.instrument === instrument),
    );
  }

  noticesOf(kind: FeedNotice['kind']): FeedNotice[] {
    return this.notices.filter((notice) => notice.kind === kind);
  }
}

/** Waits for real sockets and timers; fails with a sentence when it does not come true. */
export async function until(holds: () => boolean, what: string, withinMs = 15_000): Promise<void> {
  const tries = Math.ceil(withinMs / 10);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`waited in vain for: ${what}`);
}
