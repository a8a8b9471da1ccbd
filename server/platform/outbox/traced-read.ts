import { followingSpan, isTracing, type OpenSpan } from '../tracing/work.js';
import { writePlace } from '../tracing/trace-place.js';
import type { OutboxRow } from './outbox.store.js';

/** Traces that are gone on with in one read: a job that settles thousands of orders is one trace with an event of each. */
const TRACES_MAX = 32;

/** One read of events: those of a trace that is recorded go on with it, from the read to the write to the user's sockets. */
export class TracedRead {
  private readonly beganAt = performance.timeOrigin + performance.now();
  private count = 0;

  /** Hands a user's events on. @param hand must not wait. */
  hand(rows: readonly OutboxRow[], hand: () => void): void {
    const pushes = isTracing() ? this.pushesOf(rows) : [];
    try {
      hand();
    } finally {
      for (const push of pushes) push.end();
    }
  }

  private pushesOf(rows: readonly OutboxRow[]): OpenSpan[] {
    const events = new Map<string, number>();
    for (const { trace } of rows) if (trace !== null) events.set(trace, (events.get(trace) ?? 0) + 1);
    const pushes: OpenSpan[] = [];
    for (const [trace, count] of events) {
      if (this.count++ >= TRACES_MAX) break;
      const push = this.pushOf(trace, count);
      if (push) pushes.push(push);
    }
    return pushes;
  }

  private pushOf(trace: string, count: number): OpenSpan | null {
    const notes = { 'messaging.batch.message_count': count };
    const terms = { name: 'outbox read', kind: 'consumer' as const, notes, beganAt: this.beganAt };
    const read = followingSpan(terms, trace);
    if (!read) return null;
    read.end();
    const name = 'account.events';
    const push = {
      name: `push ${name}`,
      kind: 'producer' as const,
      notes: { 'messaging.destination.name': name, ...notes },
    };
    return followingSpan(push, writePlace(read.place));
  }
}
