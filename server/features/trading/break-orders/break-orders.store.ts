import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An order that waits and would open something, of a user who takes a break. */
export interface WaitingOrder {
  product: 'spot' | 'stop' | 'contract';
  id: string;
  userId: string;
}

/** Where a round goes on. */
export type WaitingPlace = Pick<WaitingOrder, 'product' | 'id'>;

/** Finds what waits of users who take a break. */
@Injectable()
export class BreakOrdersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * Real money of whoever takes a break, demo money of whoever is excluded, in one order. Nothing new comes once a break runs, so old
   * ones need no look.
   * @param after the place to go on behind; null: from the first
   */
  waiting(after: WaitingPlace | null, limit: number, at: Date): Promise<WaitingOrder[]> {
    return this.source.query(
      `with away as materialized (
         select b.user_id, bool_or(b.kind = 'exclusion') as is_excluded from own_break b
          where b.begins_at > database_now($1) - interval '7 days' and b.ends_at > database_now($1)
          group by b.user_id),
       -- A break is the person's: what its sub-accounts have waiting is taken back, too.
       accounts as materialized (
         select o.user_id, away.is_excluded from away, lateral unnest(person_accounts(away.user_id)) as o (user_id))
       select w.product, w.id::text, w.user_id::text as "userId" from (
       select 'spot' as product, o.id, o.user_id
         from accounts a join spot_order o on o.user_id = a.user_id
        where o.status = 'open' and o.side = 'buy' and (not o.demo or a.is_excluded)
       union all
       select 'stop', s.id, s.user_id
         from accounts a join spot_stop s on s.user_id = a.user_id
        where s.status = 'waiting' and s.side = 'buy' and (not s.demo or a.is_excluded) and s.paired_order_id is null
       union all
       select 'contract', f.id, f.user_id
         from accounts a join futures_position f on f.user_id = a.user_id
        where f.status = 0 and (not f.demo or a.is_excluded)) w
        where (w.product, w.id) > ($2::text, $3::bigint) order by w.product, w.id limit $4`,
      [at, after?.product ?? '', after?.id ?? '0', limit],
    );
  }
}
