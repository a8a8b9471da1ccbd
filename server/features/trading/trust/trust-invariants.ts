import { registerInvariant, registerReason } from '../../wallet/ledger/index.js';

const ORDER = 'select from trust_order o where o.id::text = j.reference';
registerReason('trust.buy', ORDER);
registerReason('trust.interest', 'select from trust_accrual_batch b where b.id::text = j.reference');
registerReason('trust.complete', `${ORDER} and o.status = 'completed'`);
registerReason('trust.redeem', `${ORDER} and o.status = 'redeemed'`);

registerInvariant({
  name: 'T01',
  says: 'Interest is booked once for each order and day, from the day after the start, without a gap, when it is over.',
  sql: `select o.id, o.demo, o.start_day, o.accrued_days, count(a.day) as days, min(a.day) as first_day, max(a.day) as last_day
          from trust_order o
          left join trust_accrual a on a.order_id = o.id
          left join trust_accrual_batch b on b.id = a.batch_id
         group by o.id
        having count(a.day) <> o.accrued_days
            or (count(a.day) > 0 and (min(a.day) <> o.start_day + 1 or max(a.day) <> o.start_day + o.accrued_days))
            -- Batches without the database's own instant were booked when a day began.
            or bool_or(a.day >= (least(b.at, b.booked_at) at time zone 'UTC')::date
                       + case when b.booked_at is null then 1 else 0 end)`,
});

registerInvariant({
  name: 'T02',
  says: 'A day of interest is the principal times the ratio of its order, cut, and is booked in the journal of its batch.',
  sql: `select 'day' as what, a.order_id, a.day::text, o.demo, a.amount from trust_accrual a
          join trust_order o on o.id = a.order_id
         where a.amount <> trust_daily_interest(o.principal, o.daily_ratio, o.scale)
        union all
        select 'batch', b.id, null, b.demo, sum(a.amount) from trust_accrual_batch b
          join trust_accrual a on a.batch_id = b.id
          left join ledger_journal j on j.reason = 'trust.interest' and j.reference = b.id::text and j.demo = b.demo
         group by b.id, j.id
        having count(*) <> b.orders or (sum(a.amount) > 0 and j.id is null)
        union all
        select 'posted', b.id, null, b.demo, sum(p.amount) from trust_accrual_batch b
          join ledger_journal j on j.reason = 'trust.interest' and j.reference = b.id::text
          join ledger_posting p on p.journal_id = j.id and p.amount > 0
         group by b.id
        having sum(p.amount) <> (select sum(a.amount) from trust_accrual a where a.batch_id = b.id)`,
});

registerInvariant({
  name: 'T03',
  says: 'What a redeemed order returned, its penalty and its interest are what the books say.',
  sql: `select o.id, o.demo, o.principal, o.income, o.penalty, count(distinct j.id) as journals,
               sum(p.amount) filter (where a.kind = 'spot') as returned,
               sum(p.amount) filter (where a.kind = 'penalty') as penalised
          from trust_order o
          left join ledger_journal j on j.reason = 'trust.redeem' and j.reference = o.id::text
          left join ledger_posting p on p.journal_id = j.id
          left join ledger_account a on a.id = p.account_id
         where o.status = 'redeemed'
         group by o.id
        having count(distinct j.id) <> 1
            or coalesce(sum(p.amount) filter (where a.kind = 'spot'), 0) <> o.principal + o.income - o.penalty
            or coalesce(sum(p.amount) filter (where a.kind = 'penalty'), 0) <> o.penalty
            or o.penalty is distinct from trust_penalty(o)`,
});

registerInvariant({
  name: 'T04',
  says: 'What is frozen for an order is its principal and its interest while it is in custody, and nothing afterwards.',
  sql: `select o.id, o.demo, o.status, o.principal, o.income, h.amount as held from trust_order o
          left join ledger_hold h on h.name = concat('trust-order:', o.id)
         where coalesce(h.amount, 0) <> case when o.status = 'custody' then o.principal + o.income else 0 end
            or h.name is null`,
});

registerInvariant({
  name: 'T05',
  says: 'What counts against a quota is what is in custody.',
  sql: `select q.product_id, q.demo, q.in_custody, sum(o.principal) as held from trust_quota q
          left join trust_order o on o.product_id = q.product_id and o.demo = q.demo and o.status = 'custody'
         group by q.product_id, q.demo
        having q.in_custody <> coalesce(sum(o.principal), 0)`,
});
