import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';

/** How far a user's stream of events was read for notices. */
export interface EventPlace {
  userId: string;
  sequence: number;
}

/** The SQL of the event centre. */
@Injectable()
export class EventCentreStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The places of these users, locked until the transaction ends, but for those that somebody else is at. */
  async lockPlaces(tx: Transaction, userIds: readonly string[]): Promise<EventPlace[]> {
    await tx.query(
      `insert into event_notice_place (user_id, sequence)
       select given.id, 0 from unnest($1::bigint[]) as given (id) order by given.id
       on conflict (user_id) do nothing`,
      [userIds],
    );
    const rows: { userId: string; sequence: string }[] = await tx.query(
      `select user_id as "userId", sequence from event_notice_place
        where user_id = any($1::bigint[]) order by user_id for update skip locked`,
      [userIds],
    );
    return rows.map(({ userId, sequence }) => ({ userId, sequence: Number.parseInt(sequence, 10) }));
  }

  async movePlaces(tx: Transaction, places: readonly EventPlace[]): Promise<void> {
    await tx.query(
      `update event_notice_place p set sequence = given.sequence
         from unnest($1::bigint[], $2::bigint[]) as given (user_id, sequence) where p.user_id = given.user_id`,
      [places.map(({ userId }) => userId), places.map(({ sequence }) => sequence)],
    );
  }

  /** Moves the locked places of these users behind events whose days went before anybody read them. */
  async passDropped(tx: Transaction, userIds: readonly string[]): Promise<void> {
    await tx.query(
      `update event_notice_place p set sequence = s.sequence from outbox_stream s
        where p.user_id = any($1::bigint[]) and s.user_id = p.user_id and s.sequence > p.sequence
          and not exists (select from outbox o where o.user_id = p.user_id and o.sequence > p.sequence)`,
      [userIds],
    );
  }

  /**
   * Users whose streams have grown since they were read, among so many behind this user, and who the last of those is, from whom
   * to go on; null behind the last of all. What one statement reads goes by the range, and not by how many users there are.
   */
  async behind(after: string, range: number): Promise<{ userIds: string[]; last: string | null }> {
    const rows: { userIds: string[]; last: string | null }[] = await this.source.query(
      `with streams as materialized (
         select s.user_id, s.sequence from outbox_stream s where s.user_id > $1 order by s.user_id limit $2)
       select max(s.user_id)::text as last,
              coalesce(array_agg(s.user_id::text order by s.user_id) filter (
                where s.sequence > coalesce(
                  (select p.sequence from event_notice_place p where p.user_id = s.user_id), 0)), '{}') as "userIds"
         from streams s`,
      [after, range],
    );
    return rows[0] ?? { userIds: [], last: null };
  }

  /** The codes of coins and the symbols of markets, by their rows. */
  async names(tx: Transaction): Promise<{ coins: Map<number, string>; markets: Map<number, string> }> {
    const coins: { id: number; name: string }[] = await tx.query('select id, code as name from currency');
    const markets: { id: number; name: string }[] = await tx.query('select id, symbol as name from market');
    const byId = (rows: { id: number; name: string }[] = []) => new Map(rows.map(({ id, name }) => [id, name]));
    return { coins: byId(coins), markets: byId(markets) };
  }

  /** How many notices the user has not seen, counted up to this many. */
  async countUnread(userId: string, most: number): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from (
         select from account_notice n
          where n.user_id = $1
            and n.id > coalesce((select r.notice_id from notice_read_place r where r.user_id = $1), 0)
          limit $2) unread`,
      [userId, most],
    );
    return rows[0]?.count ?? 0;
  }

  /** The user has seen its notices up to this one; never fewer than before. */
  async markRead(userId: string, noticeId: string): Promise<void> {
    await this.source.query(
      `insert into notice_read_place as r (user_id, notice_id)
       select $1, coalesce(max(n.id), 0) from account_notice n where n.user_id = $1 and n.id <= $2
       on conflict (user_id) do update set notice_id = greatest(r.notice_id, excluded.notice_id)`,
      [userId, noticeId],
    );
  }
}
