import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../database/transaction.js';
import type { Lane, MessageOutcome } from './messages.js';

export interface NewMessage {
  lane: Lane;
  kind: string;
  /** Null for one that nobody gets: it has ended. */
  sealed: Buffer | null;
  /** It goes before all that is not. */
  isUrgent: boolean;
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
  /** How often it was handed over and nobody said whether it was taken. */
  unanswered: number;
  createdAt: Date;
  isLate: boolean;
}

/** What became of a try that sent nothing: nobody was asked, it failed, or nobody answered. */
export type MessageTry = 'none' | 'failed' | 'unanswered';

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

  async add(
    { lane, kind, sealed, isUrgent, usefulMs }: NewMessage,
    tx: Transaction = this.source.manager,
  ): Promise<void> {
    await tx.query(
      `insert into outgoing_message (lane, kind, sealed, is_urgent, expires_at, ended_at, outcome)
       values ($1, $2, $3::bytea, $5, now() + $4 * interval '1 millisecond',
               case when $3::bytea is null then now() end, case when $3::bytea is null then 'nobody' end)`,
      [lane, kind, sealed, usefulMs, isUrgent],
    );
  }

  /** Messages of a lane that are due, the urgent before all others, the longest due first; nobody else has them for so long. */
  async claim(lane: Lane, limit: number, forMs: number): Promise<ClaimedMessage[]> {
    const [rows]: [ClaimedMessage[], number] = await this.source.query(
      `with urgent as materialized (
         select o.id from outgoing_message o
          where o.lane = $1 and o.ended_at is null and o.is_urgent and o.due_at <= now()
          order by o.due_at, o.id limit $2 for update skip locked),
       others as materialized (
         select o.id from outgoing_message o
          where o.lane = $1 and o.ended_at is null and not o.is_urgent and o.due_at <= now()
          order by o.due_at, o.id limit $2 - (select count(*) from urgent) for update skip locked)
       update outgoing_message m
          set due_at = now() + $3 * interval '1 millisecond', tries = m.tries + 1
        where m.id in (select id from urgent union all select id from others)
       returning m.id, m.kind, m.sealed, m.tries, m.unanswered, m.created_at as "createdAt",
                 m.expires_at <= now() as "isLate"`,
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

  /** Due again after so long. */
  async putOff(id: string, afterMs: number, tried: MessageTry): Promise<void> {
    await this.source.query(
      `update outgoing_message
          set due_at = now() + $2 * interval '1 millisecond', tries = tries - case when $3 = 'none' then 1 else 0 end,
              unanswered = unanswered + case when $3 = 'unanswered' then 1 else 0 end
        where id = $1 and ended_at is null`,
      [id, afterMs, tried],
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
