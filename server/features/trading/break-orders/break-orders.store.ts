import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An order that waits and would open something, of a user who takes a break. */
export interface WaitingOrder {
  product: 'spot' | 'stop' | 'contract';
  id: string;
  userId: string;
}

/** At most so many in one round; the others come with the next. */
const AT_ONCE = 100;

/** Finds what waits of users who take a break. */
@Injectable()
export class BreakOrdersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Real money of whoever takes a break, demo money of whoever is excluded. Nothing new comes once a break runs, so old ones need no look. */
  waiting(at: Date): Promise<WaitingOrder[]> {
    return this.source.query(
      `with away as materialized (
         select b.user_id, bool_or(b.kind = 'exclusion') as is_excluded from own_break b
          where b.begins_at > database_now($1) - interval '7 days' and b.ends_at > database_now($1)
          group by b.user_id),
       -- A break is the person's: what its sub-accounts have waiting is taken back, too.
       accounts as materialized (
         select o.user_id, away.is_excluded from away, lateral unnest(person_accounts(away.user_id)) as o (user_id))
       select 'spot' as product, o.id::text, o.user_id::text as "userId"
         from accounts a join spot_order o on o.user_id = a.user_id
        where o.status = 'open' and o.side = 'buy' and (not o.demo or a.is_excluded)
       union all
       select 'stop', s.id::text, s.user_id::text
         from accounts a join spot_stop s on s.user_id = a.user_id
        where s.status = 'waiting' and s.side = 'buy' and (not s.demo or a.is_excluded) and s.paired_order_id is null
       union all
       select 'contract', f.id::text, f.user_id::text
         from accounts a join futures_position f on f.user_id = a.user_id
        where f.status = 0 and (not f.demo or a.is_excluded)
       limit ${AT_ONCE}`,
      [at],
    );
  }
}
