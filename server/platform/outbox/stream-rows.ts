import type { StreamEvent } from '../realtime/events/event-source.js';
import type { OutboxRow } from './outbox.store.js';

/** Maximum events per read, divided among its streams; the next read follows at once. */
const ROWS_MAX = 16_384;
const ROWS_OF_STREAM_MAX = 512;
const ROWS_OF_STREAM_MIN = 16;

/** The row limit of each stream when so many are read. */
export function rowsEach(streams: number): number {
  const share = Math.floor(ROWS_MAX / streams);
  return Math.max(ROWS_OF_STREAM_MIN, Math.min(ROWS_OF_STREAM_MAX, share));
}

/** The longest suffix of rows without a gap. */
export function newest(rows: OutboxRow[], last: number): OutboxRow[] {
  let start = rows.length;
  while (start > 0 && rows[start - 1]?.sequence === last - rows.length + start) start -= 1;
  return rows.slice(start);
}

/** The rows of each user, in the order in which they were read. */
export function byUser(rows: OutboxRow[]): Map<string, OutboxRow[]> {
  const grouped = new Map<string, OutboxRow[]>();
  for (const row of rows) {
    const its = grouped.get(row.userId);
    if (its) its.push(row);
    else grouped.set(row.userId, [row]);
  }
  return grouped;
}

/** A row in the listeners' form. */
export function toEvent({ sequence, kind, payload, at, trace }: OutboxRow): StreamEvent {
  const json = `{"sequence":${sequence},"kind":${JSON.stringify(kind)},"at":${at},"payload":${payload}}`;
  return { s: sequence, kind, json, at, endsSession: kind === 'session.revoked', trace };
}
