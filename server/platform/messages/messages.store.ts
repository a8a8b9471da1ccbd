import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../database/transaction.js';
import type { Lane, MessageOutcome } from './messages.js';

export interface NewMessage {
  lane: Lane;
  kind: string;
  /** Null for one that nobody gets: it has ended. */
  sealed: Buffer | null;
  /** How long it is worth sending. */
  usefulMs: number;
}

/** A message that is this process's to send. */
export interface ClaimedMessage {
  id: string;
  kind: string;
  sealed: Buffer;
  /** How often it was tried, this time included. */
  tries: number;
  isLate: boolean;
}

export interface WaitingMessages {
  lane: Lane;
  waiting: number;
  /** Of the oldest. */
  ageSeconds: number;
}

/** The SQL of messages on their way. Every instant is the database's. */
@Injectable()
export class MessagesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async add({ lane, kind, sealed, usefulMs }: NewMessage, tx: Transaction = this.source.manager): Promise<void> {
    await tx.query(
      `insert into outgoing_message (lane, kind, sealed, expires_at, ended_at, outcome)
       values ($1, $2, $3::bytea, now() + $4 * interval '1 millisecond',
               case when $3::bytea is null then now() end, case when $3::bytea is null then 'nobody' end)`,
      [lane, kind, sealed, usefulMs],
    );
  }

  /** Messages of a lane that are due, the longest due first; nobody else has them for so long. */
  async claim(lane: Lane, limit: number, forMs: number): Promise<ClaimedMessage[]> {
    const [rows]: [ClaimedMessage[], number] = await this.source.query(
      `update outgoing_message m
          set due_at = now() + $3 * interval '1 millisecond', tries = m.tries + 1
        where m.id in (select o.id from outgoing_message o
                        where o.lane = $1 and o.ended_at is null and o.due_at <= now()
                        order by o.due_at, o.id limit $2 for update skip locked)
       returning m.id, m.kind, m.sealed, m.tries, m.expires_at <= now() as "isLate"`,
      [lane, limit, forMs],
    );
    return rows;
  }

  /** It ends, and what it said is forgotten. */
  async end(id: string, outcome: MessageOutcome): Promise<void> {
    await this.source.query(
      `update outgoing_message set ended_at = now(), outcome = $2, sealed = null where id = $1 and ended_at is null`,
      [id, outcome],
    );
  }

  /** Due again after so long. @param counts false for a try that was none. */
  async putOff(id: string, afterMs: number, counts: boolean): Promise<void> {
    await this.source.query(
      `update outgoing_message
          set due_at = now() + $2 * interval '1 millisecond', tries = case when $3 then tries else tries - 1 end
        where id = $1 and ended_at is null`,
      [id, afterMs, counts],
    );
  }

  /** What waits, by lane. */
  async waiting(): Promise<WaitingMessages[]> {
    return this.source.query(
      `select lane, count(*)::integer as waiting, extract(epoch from now() - min(created_at))::float8 as "ageSeconds"
         from outgoing_message where ended_at is null group by lane`,
    );
  }

  /** Forgets those that ended before the instant, at most so many; answers how many. */
  async prune(before: Date, most: number): Promise<number> {
    const [, removed]: [unknown, number] = await this.source.query(
      `delete from outgoing_message where id in
         (select id from outgoing_message where ended_at < $1 order by ended_at limit $2)`,
      [before, most],
    );
    return removed;
  }
}
