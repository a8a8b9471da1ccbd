import { costsSql, headSql } from '../ledger/index.js';

/** The journals that pay for the fees of people who were invited. */
const REFERRAL = 'referral.rebate';

/**
 * SQL of what earlier journals paid for what a journal `c` brings, with the `head` of its reference in `j`: `currency_id`, `amount`, and
 * the `price` at which it comes in, which is that of when it went out. No row where nothing was paid before.
 */
export function paidSql(): string {
  return `select k.currency_id, sum(k.amount) as amount,
                 joint_price(array_agg(k.amount), array_agg(recorded_price(k.currency_id, k.at))) as price
            from (${costsSql()}) k group by k.currency_id`;
}

/**
 * SQL steps from `posted` to `crossed`: what crossed the borders of a user's accounts in each journal. Of a journal between two of
 * them, what one gave and the other took; what is more or less than that was won or lost. `posted` has `user_id`, `demo`,
 * `account`, `currency_id`, `journal_id`, `at`, `reason`, `reference`, `is_outside` and `amount`. Where `is_paid`, a crossing has the price of its payments (`paid_price`), and else that of
 * its minute.
 */
export function crossingsSql(): string {
  return `moved as (
    select p.*,
           case when is_outside then amount
                when amount > 0 then least(amount, -coalesce(sum(amount) filter (where amount < 0) over journal, 0))
                else -least(-amount, coalesce(sum(amount) filter (where amount > 0) over journal, 0)) end as crossing
      from posted p window journal as (partition by user_id, journal_id, currency_id)),
  crossed as (
    select c.user_id, c.demo, c.at, c.journal_id, c.account, coalesce(paid.currency_id, c.currency_id) as currency_id,
           case when c.is_outside then 'outside' else 'between' end as kind, sum(coalesce(paid.amount, c.crossing)) as amount,
           paid.currency_id is not null as is_paid, paid.price as paid_price
      from moved c
     cross join lateral (select ${headSql('c.reference')} as head) j
      left join lateral (${paidSql()}) paid on true
     where c.crossing <> 0
     group by c.user_id, c.demo, c.at, c.journal_id, c.account, coalesce(paid.currency_id, c.currency_id), c.is_outside,
              paid.currency_id, paid.price
    having sum(coalesce(paid.amount, c.crossing)) <> 0
    union all
    select p.user_id, p.demo, p.at, p.journal_id, p.account, p.currency_id, 'referral', p.amount, false, null
      from posted p where p.reason = '${REFERRAL}' and p.amount <> 0)`;
}
