import {
  registerHold,
  registerInvariant,
  registerReason,
  registerSubject,
  watchedFor,
} from '../../wallet/ledger/index.js';

registerSubject({
  table: 'trust_order',
  // A day's interest is about thousands of orders at once: its batch is checked, and each order by the pass.
  touchedBy: `select number from recent where reason in ('trust.buy', 'trust.complete', 'trust.redeem')`,
  sliceRows: 2000,
  booked: { as: ['trust.buy'] },
});
registerSubject({
  table: 'trust_accrual_batch',
  touchedBy: `select number from recent where reason = 'trust.interest'`,
  sliceRows: 10_000,
  weight: 'orders',
});
const ORDER = 'select from trust_order o where o.id = j.number';
registerHold(
  'trust-order',
  `select from trust_order o where o.id = h.number and o.user_id = h.owner_id and o.demo = h.demo and o.status = 'custody'
     and o.currency_id = h.currency_id and h.kind = 'trust_frozen'`,
);
const owner = 'select o.user_id from trust_order o where o.id = l.number';
const HELD = ['spot', 'trust', 'trust_frozen'];
registerReason('trust.buy', ORDER, { kinds: HELD, owner });
registerReason('trust.interest', 'select from trust_accrual_batch b where b.id = j.number', {
  kinds: ['trust_frozen', 'interest_expense'],
});
registerReason('trust.complete', `${ORDER} and o.status = 'completed'`, { kinds: HELD, owner });
registerReason('trust.redeem', `${ORDER} and o.status = 'redeemed'`, { kinds: [...HELD, 'penalty'], owner });

registerInvariant({
  name: 'T01',
  says: 'Interest is booked once for each order and day, from the day after the start, without a gap and not beyond its term, when it is over; an hour later it is late.',
  parts: [
    {
      over: 'trust_order',
      sql: `select o.id, o.demo, o.start_day, o.accrued_days, count(a.day) as days, min(a.day) as first_day, max(a.day) as last_day
              from checked o
              left join trust_accrual a on a.order_id = o.id
              left join trust_accrual_batch b on b.id = a.batch_id
             group by o.id, o.demo, o.start_day, o.term_days, o.accrued_days
            having count(a.day) <> o.accrued_days or o.accrued_days > o.term_days
                or max(a.day) > o.start_day + o.term_days
                or (count(a.day) > 0 and (min(a.day) <> o.start_day + 1 or max(a.day) <> o.start_day + o.accrued_days))
                -- Batches without the database's own instant were booked when a day began.
                or bool_or(a.day >= (least(b.at, b.booked_at) at time zone 'UTC')::date
                           + case when b.booked_at is null then 1 else 0 end)`,
    },
    {
      over: 'round',
      isOverdue: true,
      isLate: true,
      sql: `select 'day' as what, o.id, o.demo, o.next_day from trust_order o join watched w on w.demo = o.demo
             where o.next_day < ((w.until - interval '1 hour') at time zone 'UTC')::date
               and ${watchedFor('1 hour')}
            union all
            select 'end', o.id, o.demo, o.start_day + o.term_days from trust_order o join watched w on w.demo = o.demo
             where o.status = 'custody' and o.accrued_days = o.term_days
               and o.start_day + o.term_days < ((w.until - interval '1 hour') at time zone 'UTC')::date
               and ${watchedFor('1 hour')}`,
    },
  ],
});

registerInvariant({
  name: 'T02',
  says: 'A day of interest is the principal times the ratio of its order, cut, and is booked in the journal of its batch.',
  parts: [
    {
      over: 'trust_order',
      sql: `select 'day' as what, o.id, a.day::text, o.demo, a.amount from checked o
              join trust_accrual a on a.order_id = o.id
             where a.amount <> trust_daily_interest(o.principal, o.daily_ratio, o.scale)`,
    },
    {
      over: 'trust_accrual_batch',
      sql: `select 'day' as what, o.id, a.day::text, o.demo, a.amount from checked b
              join trust_accrual a on a.batch_id = b.id join trust_order o on o.id = a.order_id
             where a.amount <> trust_daily_interest(o.principal, o.daily_ratio, o.scale)`,
    },
    {
      over: 'trust_accrual_batch',
      sql: `select 'batch' as what, b.id, b.orders, b.demo, sum(a.amount) as amount from checked b
              left join trust_accrual a on a.batch_id = b.id
             group by b.id, b.orders, b.demo
            having count(a.order_id) <> b.orders
                or (sum(a.amount) > 0 and not exists (
                  select from ledger_journal j
                   where j.reason = 'trust.interest' and j.reference = b.id::text and j.demo = b.demo))`,
    },
    {
      over: 'ledger_journal',
      sql: `select 'posted' as what, number as id, journal_demo as demo, sum(amount) filter (where amount > 0) as amount from legs
             where reason = 'trust.interest'
             group by journal_id, number, journal_demo
            having sum(amount) filter (where amount > 0)
                   is distinct from (select sum(a.amount) from trust_accrual a where a.batch_id = number)`,
    },
    {
      over: 'ledger_journal',
      sql: `with paid as (
              select l.number as batch_id, l.owner_id, l.currency_id, sum(l.amount) as amount from legs l
               where l.reason = 'trust.interest' and l.owner_id is not null group by 1, 2, 3),
            earned as (
              select a.batch_id, o.user_id, o.currency_id, sum(a.amount) as amount
                from (select distinct number from legs where reason = 'trust.interest') batch
                join trust_accrual a on a.batch_id = batch.number
                join trust_order o on o.id = a.order_id
               where a.amount > 0 group by 1, 2, 3)
            select 'user' as what, coalesce(p.batch_id, e.batch_id) as id, coalesce(p.owner_id, e.user_id) as user_id,
                   (select b.demo from trust_accrual_batch b where b.id = coalesce(p.batch_id, e.batch_id)) as demo,
                   p.amount as paid, e.amount as earned
              from paid p full join earned e
                on e.batch_id = p.batch_id and e.user_id = p.owner_id and e.currency_id = p.currency_id
             where p.amount is distinct from e.amount`,
    },
  ],
});

registerInvariant({
  name: 'T03',
  says: 'What a redeemed order returned to its user, its penalty and its interest are what the books say.',
  parts: [
    {
      over: 'trust_order',
      sql: `select o.id, o.demo, o.principal, o.income, o.penalty, count(j.id) as journals
              from checked o
              left join ledger_journal j on j.reason = 'trust.redeem' and j.reference = o.id::text
             where o.status = 'redeemed'
             group by o.id, o.demo, o.principal, o.income, o.penalty
            having count(j.id) <> 1
                or o.penalty is distinct from (select trust_penalty(r) from trust_order r where r.id = o.id)`,
    },
    {
      over: 'ledger_journal',
      sql: `select o.id, o.demo, o.principal, o.income, o.penalty,
                   sum(p.amount) filter (where p.kind in ('spot', 'trust')) as returned,
                   sum(p.amount) filter (where p.kind = 'penalty') as penalised
              from legs p
              join trust_order o on o.id = p.number
             where p.reason in ('trust.redeem', 'trust.complete')
             group by p.journal_id, o.id
            having coalesce(sum(p.amount) filter (where p.kind in ('spot', 'trust')), 0) <> o.principal + o.income - o.penalty
                or coalesce(sum(p.amount) filter (where p.kind = 'penalty'), 0) <> o.penalty
                or bool_or(p.owner_id is not null and p.owner_id <> o.user_id)`,
    },
  ],
});

registerInvariant({
  name: 'T04',
  says: 'What is frozen for an order is its principal and its interest while it is in custody, and nothing afterwards.',
  parts: [
    {
      over: 'trust_order',
      sql: `select o.id, o.demo, o.status, o.principal, o.income, h.amount as held from checked o
              left join ledger_hold h on h.name = concat('trust-order:', o.id)
             where coalesce(h.amount, 0) <> case when o.status = 'custody' then o.principal + o.income else 0 end
                or h.name is null`,
    },
  ],
});

registerInvariant({
  name: 'T05',
  says: 'What counts against a quota is what is in custody.',
  parts: [
    {
      over: 'pass',
      sql: `select q.product_id, q.demo, q.in_custody, sum(o.principal) as held from trust_quota q
              left join trust_order o on o.product_id = q.product_id and o.demo = q.demo and o.status = 'custody'
             group by q.product_id, q.demo
            having q.in_custody <> coalesce(sum(o.principal), 0)`,
    },
  ],
});

registerInvariant({
  name: 'T06',
  says: 'The spot and the trust account paid of an order what it says, and each got back its share.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `select l.reason, o.id, o.demo, o.principal, o.from_trust,
                   sum(l.amount) filter (where l.kind = 'trust') as moved
              from legs l
              join trust_order o on o.id = l.number
             where l.reason in ('trust.buy', 'trust.redeem', 'trust.complete')
             group by l.journal_id, l.reason, o.id
            having coalesce(sum(l.amount) filter (where l.kind = 'trust'), 0)
                   <> case l.reason when 'trust.buy' then -o.from_trust
                        else (select trust_share(r, r.principal + r.income - r.penalty) from trust_order r where r.id = o.id) end
                or (l.reason = 'trust.buy'
                    and coalesce(sum(l.amount) filter (where l.kind = 'spot'), 0) <> o.from_trust - o.principal)`,
    },
  ],
});
