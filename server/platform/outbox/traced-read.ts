import type { StreamEvent } from '../realtime/events/event-source.js';
import { writePlace } from '../tracing/trace-place.js';
import { followingSpan, isTracing } from '../tracing/work.js';
import type { OutboxRow } from './outbox.store.js';
import { toEvent } from './stream-rows.js';

/** Maximum traces continued by one read: a job that settles thousands of orders is one trace with an event for each. */
const TRACES_MAX = 32;
const NONE: ReadonlyMap<string, string> = new Map();

/** One read of events in distributed tracing: it continues the traces of recorded events, and their pushes continue the read's. */
export class TracedRead {
  private readonly beganAt = performance.timeOrigin + performance.now();
  private count = 0;

  /** A user's events with the trace context that their pushes continue. */
  events(rows: readonly OutboxRow[]): StreamEvent[] {
    const places = isTracing() ? this.placesOf(rows) : NONE;
    return rows.map((row) => toEvent({ ...row, trace: row.trace === null ? null : (places.get(row.trace) ?? null) }));
  }

  /** Trace context of this read by that of the transaction that appended the event. */
  private placesOf(rows: readonly OutboxRow[]): Map<string, string> {
    const counts = new Map<string, number>();
    for (const { trace } of rows) if (trace !== null) counts.set(trace, (counts.get(trace) ?? 0) + 1);
    const places = new Map<string, string>();
    for (const [trace, count] of counts) {
      if (this.count++ >= TRACES_MAX) break;
      const notes = { 'messaging.batch.message_count': count };
      const terms = { name: 'outbox read', kind: 'consumer' as const, notes, beganAt: this.beganAt };
      const read = followingSpan(terms, trace);
      if (!read) continue;
      read.end();
      places.set(trace, writePlace(read.place));
    }
    return places;
  }
}
