import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callForRow, callFunction } from '../database/call-function.js';
import type { Transaction } from '../database/transaction.js';

/** An event before it has a number. */
export interface NewEvent {
  userId: string;
  kind: string;
  /** JSON text of an object. */
  payload: string;
}

/** A position in a user's stream. */
export interface OutboxPlace {
  /** Changes when sequence numbers are no longer comparable: the database was restored or recreated. */
  epoch: string;
  /** Number of the last event; 0 before the first. */
  sequence: number;
}

export interface OutboxRow {
  userId: string;
  sequence: number;
  kind: string;
  /** JSON text of the payload. */
  payload: string;
  /** Unix milliseconds. */
  at: number;
  /** Trace context of the transaction that appended it, where it was recorded. */
  trace: string | null;
}

/** A user's stream as it stands, with its newest events, read in one statement. */
export interface OutboxStream {
  userId: string;
  /** The database's epoch, without the user's suffix. */
  epoch: string;
  /** Number of the last event; 0 before the first. */
  sequence: number;
  /** Number of the oldest event that is kept; one more than `sequence` when none is. */
  since: number;
  rows: OutboxRow[];
}

/** A row as node-postgres returns it: 64-bit integers are text. */
interface RawRow {
  userId: string;
  sequence: string;
  kind: string;
  payload: string;
  at: Date;
  trace: string | null;
}

const COLUMNS = `event.user_id as "userId", event.sequence, event.kind, event.payload::text as payload, event.at, event.trace`;

/** A position is meaningless in another user's stream, so the wire epoch includes the user. */
export function streamEpoch(epoch: string, userId: string): string {
  return `${epoch}.${userId}`;
}

/** The outbox's SQL. */
@Injectable()
export class OutboxStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async append(tx: Transaction, { userId, kind, payload }: NewEvent, at: Date): Promise<number> {
    return whole(await callFunction(tx, 'outbox_append', { userId, kind, payload, at }));
  }

  async hold(tx: Transaction, userIds: string[]): Promise<void> {
    await callFunction(tx, 'outbox_hold', { userIds });
  }

  /** Totals over all daily partitions: the planner's row estimate, and bytes including indexes. No rows are scanned. */
  async size(): Promise<{ rows: number; bytes: number }> {
    const [found]: { rows: string; bytes: string }[] = await this.source.query(
      `select coalesce(sum(greatest(part.reltuples, 0)), 0)::bigint as rows,
              coalesce(sum(pg_total_relation_size(part.oid)), 0)::bigint as bytes
         from pg_partition_tree('outbox') tree join pg_class part on part.oid = tree.relid where tree.isleaf`,
    );
    return { rows: Number.parseInt(found?.rows ?? '0', 10), bytes: Number.parseInt(found?.bytes ?? '0', 10) };
  }

  async appendAll(tx: Transaction, events: NewEvent[], at: Date): Promise<void> {
    await callFunction(tx, 'outbox_append_all', {
      userIds: events.map(({ userId }) => userId),
      kinds: events.map(({ kind }) => kind),
      payloads: events.map(({ payload }) => payload),
      at,
    });
  }

  async place(tx: Transaction, userId: string): Promise<OutboxPlace> {
    const rows: { epoch: string; sequence: string }[] = await tx.query(
      `select outbox_epoch() as epoch,
              coalesce((select sequence from outbox_stream where user_id = $1), 0)::text as sequence`,
      [userId],
    );
    const { epoch, sequence } = rows[0] as { epoch: string; sequence: string };
    return { epoch: streamEpoch(epoch, userId), sequence: whole(sequence) };
  }

  /**
   * The users' streams, each with at most the newest `limit` events after number `has`, or without events where `has` is null.
   */
  async streams(asked: readonly { userId: string; has: number | null }[], limit: number): Promise<OutboxStream[]> {
    const rows: (Partial<RawRow> & { asked: string; epoch: string; last: string; first: string | null })[] =
      await this.source.query(
        `select asked.id as asked, outbox_epoch.epoch, coalesce(stream.sequence, 0)::text as last,
                oldest.sequence as first, ${COLUMNS}
           from unnest($1::bigint[], $2::bigint[]) as asked (id, has)
           cross join (select outbox_epoch() as epoch) outbox_epoch
           left join outbox_stream stream on stream.user_id = asked.id
           left join lateral (select sequence from outbox where user_id = asked.id
                               order by sequence limit 1) oldest on true
           left join lateral (select * from outbox where user_id = asked.id and sequence > asked.has
                               order by sequence desc limit $3) event on true
          order by asked.id, event.sequence`,
        [asked.map(({ userId }) => userId), asked.map(({ has }) => has), limit],
      );
    const streams = new Map<string, OutboxStream>();
    for (const { asked: userId, epoch, last, first, ...row } of rows) {
      const sequence = whole(last);
      const since = first === null ? sequence + 1 : whole(first);
      const stream = streams.get(userId) ?? { userId, epoch, sequence, since, rows: [] };
      streams.set(userId, stream);
      if (typeof row.sequence === 'string') stream.rows.push(readRow(row as RawRow));
    }
    return [...streams.values()];
  }

  /**
   * The events after each position, in order, at most `limit` per user, with their epoch. Partitions are searched only for
   * streams that have grown, because most of those polled have not.
   */
  async after(
    places: { userId: string; sequence: number }[],
    limit: number,
    tx: Transaction = this.source.manager,
  ): Promise<{ epoch: string; rows: OutboxRow[] }> {
    const rows: (Partial<RawRow> & { epoch: string })[] = await tx.query(
      `select outbox_epoch.epoch, found.*
         from (select outbox_epoch() as epoch) outbox_epoch
         left join (
           select ${COLUMNS}
             from unnest($1::bigint[], $2::bigint[]) as place (user_id, sequence)
             join outbox_stream stream on stream.user_id = place.user_id and stream.sequence > place.sequence
            cross join lateral (select * from outbox where user_id = place.user_id and sequence > place.sequence
                                 order by sequence limit $3) event) found on true
        order by found."userId", found.sequence`,
      [places.map(({ userId }) => userId), places.map(({ sequence }) => sequence), limit],
    );
    const events = rows.filter((row): row is RawRow & { epoch: string } => typeof row.sequence === 'string');
    return { epoch: rows[0]?.epoch ?? '', rows: events.map(readRow) };
  }

  /**
   * Creates the partition of a day (UTC), `2026-11-27`, if it is missing.
   * @returns whether it was missing; null where more of its events are in the default partition than can be moved: nothing is created.
   */
  makeDay(day: string): Promise<boolean | null> {
    return this.holding((tx) => callFunction(tx, 'outbox_day_make', { day }) as Promise<boolean | null>);
  }

  /**
   * Drops the partitions past their retention, and at most `limit` expired events of the default partition.
   * @returns the days dropped, `2026_11_20`, and the number of events deleted from the default partition.
   */
  dropDays(at: Date, limit: number): Promise<{ days: string[]; rows: number }> {
    return this.holding((tx) => callForRow(tx, 'outbox_days_drop', { at, rows: limit }));
  }

  /** Reads and appends queue behind the lock on the parent table, so it has a short timeout; the next run retries. */
  private holding<Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer> {
    return this.source.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '1s'`);
      return work(tx);
    });
  }
}

function readRow({ userId, sequence, kind, payload, at, trace }: RawRow): OutboxRow {
  return { userId, sequence: whole(sequence), kind, payload, at: at.getTime(), trace };
}

/** A number that counts events: far below 2^53. */
function whole(text: string): number {
  return Number.parseInt(text, 10);
}
