import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The SQL of notices that are to be forgotten. */
@Injectable()
export class OldNoticesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Users who have notices, from this one on: read from user to user, whatever lies between. */
  async users(after: string, limit: number): Promise<string[]> {
    const rows: { userId: string }[] = await this.source.query(
      `with recursive reader (user_id, place) as (
         (select n.user_id, 1 from account_notice n where n.user_id > $1 order by n.user_id limit 1)
         union all
         select (select n.user_id from account_notice n where n.user_id > reader.user_id order by n.user_id limit 1),
                reader.place + 1
           from reader where reader.user_id is not null and reader.place < $2)
       select user_id as "userId" from reader where user_id is not null`,
      [after, limit],
    );
    return rows.map(({ userId }) => userId);
  }

  /**
   * Removes of these users what is older than the instant or has too many newer ones, at most so many rows; the oldest first.
   * @returns how many were removed.
   */
  async remove(
    userIds: readonly string[],
    before: Date,
    { retainedMax, rows }: { retainedMax: number; rows: number },
  ): Promise<number> {
    const [gone]: [unknown[], number] = await this.source.query(
      `delete from account_notice where id in (
         select old.id from unnest($1::bigint[]) as reader (user_id)
           cross join lateral (
             select coalesce((select n.id from account_notice n where n.user_id = reader.user_id
                               order by n.id desc offset $3 limit 1), 0) as upto) surplus
           cross join lateral (
             select n.id from account_notice n
              where n.user_id = reader.user_id and (n.id <= surplus.upto or n.at < $2)
              order by n.id limit $4) old
          limit $4)
       returning id`,
      [userIds, before, retainedMax, rows],
    );
    return gone.length;
  }
}
