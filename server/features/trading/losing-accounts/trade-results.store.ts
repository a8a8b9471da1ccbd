import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LosingProduct } from '../../../contract/trading/losing-accounts.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';

/** A day of a busy product is many orders. */
const DAY_LIMIT_MS = 60_000;

/** What each person has made, real money only, of what ended on a day, on whichever account: profit after fees and funding. */
const RESULTS: Record<LosingProduct, string> = {
  option: `select person_of(o.user_id) as user_id, sum(o.profit - case when o.result in ('win', 'loss') then o.fee else 0 end) as made
             from option_order o
            where not o.demo and o.status = 'settled' and o.settled_at >= given.begins and o.settled_at < given.ends
            group by 1`,
  contract: `select person_of(p.user_id) as user_id, sum(p.realised_profit + p.funding - p.fee) as made
               from futures_position p
              where not p.demo and p.status = 3 and p.closed_at >= given.begins and p.closed_at < given.ends
              group by 1`,
};

const FIRST_ENDED: Record<LosingProduct, string> = {
  option: `select min(settled_at) as at from option_order where status = 'settled' and not demo and settled_at >= given.begins`,
  contract: `select min(closed_at) as at from futures_position where status = 3 and not demo and closed_at >= given.begins`,
};

/** How far the days of a product are; days are those of UTC, `2026-11-27`. */
export interface ResultPlace {
  firstDay: string;
  checkedDay: string;
  isWhole: boolean;
}

/** What people made by day, and over the days that count: a main account and its sub-accounts are one. Each statement is for one who holds the place. */
@Injectable()
export class TradeResultsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** In a transaction that holds the place of a product; null where somebody else does. */
  atPlace<Answer>(
    product: LosingProduct,
    work: (tx: Transaction, place: ResultPlace) => Promise<Answer>,
  ): Promise<Answer | null> {
    return this.source.transaction(async (tx) => {
      const rows: ResultPlace[] = await tx.query(
        `select first_day::text as "firstDay", checked_day::text as "checkedDay", is_whole as "isWhole"
           from trade_result_place where product = $1 for update skip locked`,
        [product],
      );
      return rows[0] ? work(tx, rows[0]) : null;
    });
  }

  /**
   * Adds results that wait, at most `limit`, to their days and to the sums; those of days that do not count go.
   * @returns how many waited.
   */
  async fold(tx: Transaction, product: LosingProduct, limit: number): Promise<number> {
    const rows: { taken: number }[] = await tx.query(
      `with place as (select first_day from trade_result_place where product = $1),
       taken as (
         delete from trade_result_waiting w
          where w.id in (select id from trade_result_waiting where product = $1 order by id limit $2)
         returning person_of(w.user_id) as user_id, w.day, w.made),
       added as (
         select user_id, day, sum(made) as made from taken where day >= (select first_day from place) group by 1, 2),
       days as (
         insert into trade_result_day as d (product, day, user_id, made)
         select $1, day, user_id, made from added order by day, user_id
         on conflict (product, day, user_id) do update set made = d.made + excluded.made
         returning new.day, new.user_id, (old.day is null)::integer as is_new),
       year as (
         insert into trade_result_year as y (product, user_id, made, days)
         select $1, a.user_id, sum(a.made), sum(d.is_new)
           from added a join days d on d.day = a.day and d.user_id = a.user_id group by a.user_id order by a.user_id
         on conflict (product, user_id) do update set made = y.made + excluded.made, days = y.days + excluded.days
         returning 1)
       select count(*)::integer as taken from taken`,
      [product, limit],
    );
    return rows[0]?.taken ?? 0;
  }

  /** Takes the days before this one out of the sums, and forgets them. @throws CK001 where `now` has not come yet. */
  async passTo(tx: Transaction, product: LosingProduct, firstDay: string, now: Date): Promise<void> {
    await allowLonger(tx, DAY_LIMIT_MS);
    // Days that went never come back.
    await callFunction(tx, 'require_reached', { at: now });
    await tx.query(
      `with passed as (
         delete from trade_result_day where product = $1 and day < $2::date returning user_id, made),
       less as (select user_id, sum(made) as made, count(*) as days from passed group by 1)
       update trade_result_year y set made = y.made - less.made, days = y.days - less.days
         from less where y.product = $1 and y.user_id = less.user_id`,
      [product, firstDay],
    );
    await tx.query('update trade_result_place set first_day = $2::date where product = $1', [product, firstDay]);
  }

  /** The first day from this one on that anything ended on, or is said to have; null where there is none. */
  async firstDay(tx: Transaction, product: LosingProduct, day: string): Promise<string | null> {
    const rows: { day: string | null }[] = await tx.query(
      `select least((first.at at time zone 'UTC')::date,
                (select min(d.day) from trade_result_day d where d.product = $1 and d.day >= $2::date))::text as day
         from (select $2::date::timestamp at time zone 'UTC' as begins) given
        cross join lateral (${FIRST_ENDED[product]}) first`,
      [product, day],
    );
    return rows[0]?.day ?? null;
  }

  /**
   * Holds a day against the orders that ended on it, without those that wait to be added, and puts right what differs. All
   * of one moment: an order ends and is noted in one transaction.
   * @returns of how many accounts something differed.
   */
  async check(tx: Transaction, product: LosingProduct, day: string): Promise<number> {
    await allowLonger(tx, DAY_LIMIT_MS);
    const rows: { differing: number }[] = await tx.query(
      `with given as materialized (
         select $2::date::timestamp at time zone 'UTC' as begins, ($2::date + 1)::timestamp at time zone 'UTC' as ends),
       ended as materialized (select r.user_id, r.made from given cross join lateral (${RESULTS[product]}) r),
       waiting as materialized (
         select person_of(user_id) as user_id, sum(made) as made
           from trade_result_waiting where product = $1 and day = $2::date group by 1),
       stored as materialized (select user_id, made from trade_result_day where product = $1 and day = $2::date),
       differing as materialized (
         select user_id, ended.made - coalesce(waiting.made, 0) as made, stored.made as before
           from ended full join stored using (user_id) left join waiting using (user_id)
          where stored.made is distinct from ended.made - coalesce(waiting.made, 0)
            and not (stored.made is null and waiting.made is not null and ended.made = waiting.made)),
       gone as (
         delete from trade_result_day d using differing x
          where x.made is null and d.product = $1 and d.day = $2::date and d.user_id = x.user_id returning 1),
       days as (
         insert into trade_result_day as d (product, day, user_id, made)
         select $1, $2::date, user_id, made from differing where made is not null order by user_id
         on conflict (product, day, user_id) do update set made = excluded.made returning 1),
       year as (
         insert into trade_result_year as y (product, user_id, made, days)
         select $1, user_id, coalesce(made, 0) - coalesce(before, 0), (made is not null)::integer - (before is not null)::integer
           from differing order by user_id
         on conflict (product, user_id) do update set made = y.made + excluded.made, days = y.days + excluded.days returning 1)
       select count(*)::integer as differing from differing`,
      [product, day],
    );
    return rows[0]?.differing ?? 0;
  }

  async checked(tx: Transaction, product: LosingProduct, day: string, isWhole: boolean): Promise<void> {
    await tx.query(
      'update trade_result_place set checked_day = $2::date, is_whole = is_whole or $3 where product = $1',
      [product, day, isWhole],
    );
  }
}
