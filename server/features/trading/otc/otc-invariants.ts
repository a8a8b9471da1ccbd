import { OTC_STATES, OTC_STEPS } from '../../../contract/rules/otc-order.rules.js';
import {
  registerHold,
  registerInvariant,
  registerReason,
  registerSubject,
  watchedFor,
} from '../../wallet/ledger/index.js';

registerSubject({
  table: 'otc_order',
  touchedBy: `select number from recent where reason like 'otc.%'`,
  sliceRows: 1000,
  weight: '1 + otc_order.version',
  booked: { as: ['otc.escrow'] },
});

const HELD = ['spot', 'spot_frozen'];
const seller = 'select o.seller_id from otc_order o where o.id = l.number';
/** Of a release: the coins leave the seller's frozen account and come to the buyer. */
const both = `select case l.kind when 'spot_frozen' then o.seller_id else o.buyer_id end from otc_order o where o.id = l.number`;
for (const [reason, where, owner] of [
  ['otc.escrow', '', seller],
  ['otc.escrow-again', 'and o.reopened', seller],
  ['otc.return', 'and (o.status = 5 or o.reopened)', seller],
  ['otc.return-again', 'and o.status = 5 and o.reopened', seller],
  ['otc.release', 'and o.status = 3', both],
] as const) {
  registerReason(reason, `select from otc_order o where o.id = j.number ${where}`, {
    kinds: HELD,
    owner,
    isCapital: reason === 'otc.release',
  });
}
for (const [prefix, where] of [
  ['otc-order', 'not o.reopened'],
  ['otc-order-again', 'o.reopened'],
] as const) {
  registerHold(
    prefix,
    `select from otc_order o where o.id = h.number and o.seller_id = h.owner_id and o.status in (1, 2, 4) and ${where}
       and o.currency_id = h.currency_id and h.kind = 'spot_frozen' and not h.demo`,
  );
}

registerInvariant({
  name: 'P01',
  says: 'Each open order between users has its coins held, exactly, and nothing else is held for one.',
  parts: [
    // However many there have been, few are open.
    {
      over: 'round',
      sql: `with held as (
              select h.name, h.amount, a.owner_id, a.currency_id from ledger_hold h
               cross join lateral (select * from ledger_account a where a.id = h.account_id limit 1) a
               where h.closed_at is null and (h.name like 'otc-order:%' or h.name like 'otc-order-again:%')),
            open as (
              select o.id, o.seller_id, o.currency_id, o.quantity,
                     concat(case when o.reopened then 'otc-order-again:' else 'otc-order:' end, o.id) as name
                from otc_order o where o.status in (1, 2, 4))
            select coalesce(o.name, h.name) as name, o.quantity, h.amount as held, false as demo
              from open o full join held h
                on h.name = o.name and h.owner_id = o.seller_id and h.currency_id = o.currency_id
             where o.id is null or h.name is null or h.amount <> o.quantity`,
    },
  ],
});

registerInvariant({
  name: 'P02',
  says: 'The coins of an order between users went where its states say, each way once: held, released or returned.',
  parts: [
    {
      over: 'otc_order',
      sql: `select o.id, o.status, array_agg(j.reason::text order by j.reason::text) as journals, false as demo
              from checked o
              left join ledger_journal j on j.reference = o.id::text
               and j.reason in ('otc.escrow', 'otc.escrow-again', 'otc.release', 'otc.return', 'otc.return-again')
             group by o.id, o.status, o.reopened
            having array_agg(j.reason::text order by j.reason::text) is distinct from
              array['otc.escrow'] || case when o.reopened then array['otc.escrow-again'] else array[]::text[] end
              || case when o.status = 3 then array['otc.release'] else array[]::text[] end
              || case when o.reopened or o.status = 5 then array['otc.return'] else array[]::text[] end
              || case when o.reopened and o.status = 5 then array['otc.return-again'] else array[]::text[] end`,
    },
    {
      over: 'ledger_journal',
      sql: `select o.id, l.reason, o.quantity, sum(l.amount) filter (where l.amount > 0) as moved, false as demo
              from legs l join otc_order o on o.id = l.number
             where l.reason like 'otc.%'
             group by l.journal_id, l.reason, o.id
            having sum(l.amount) filter (where l.amount > 0) is distinct from o.quantity
                or bool_or(l.currency_id <> o.currency_id)
                or bool_or(l.kind = 'spot_frozen' and (l.amount > 0) is distinct from (l.reason like 'otc.escrow%'))`,
    },
  ],
});

registerInvariant({
  name: 'P03',
  says: 'Nobody trades with themselves, the merchant is one of the two, and two people have one open order at a time.',
  parts: [
    {
      over: 'otc_order',
      sql: `select o.id, o.buyer_id, o.seller_id, false as demo from checked o
             where o.buyer_id = o.seller_id or o.merchant_id not in (o.buyer_id, o.seller_id)
                or (o.status in (1, 2, 4) and exists (
                  select from otc_order other where other.id <> o.id and other.status in (1, 2, 4)
                     and other.buyer_id in (o.buyer_id, o.seller_id) and other.seller_id in (o.buyer_id, o.seller_id)))`,
    },
  ],
});

registerInvariant({
  name: 'P04',
  says: 'An order between users that waits for its payment a minute longer than it may, or for the desk to be called, is late.',
  parts: [
    {
      over: 'round',
      isOverdue: true,
      isLate: true,
      sql: `select o.id, o.status, o.pay_until, o.paid_at, false as demo from otc_order o join watched w on not w.demo
             where ((o.status = 1 and o.pay_until < w.until - interval '1 minute')
                 or (o.status = 2 and o.paid_at < w.until - interval '12 hours 1 minute'))
               and ${watchedFor('1 minute')}`,
    },
  ],
});

const STEPS = OTC_STEPS.map(
  ({ from, actor, event, to }) => `(${OTC_STATES[from]}, '${actor}', '${event}', ${OTC_STATES[to]})`,
).join(', ');

registerInvariant({
  name: 'P11',
  says: 'Every state of an order between users was reached by steps of the table, each by who may take it, none left out.',
  parts: [
    {
      over: 'otc_order',
      sql: `select o.id, s.number, s.actor, s.event, s.from_status, s.to_status, false as demo
              from checked o
              cross join lateral (
                select s.*, lag(s.to_status, 1, 0::smallint) over (order by s.number) as reached,
                       row_number() over (order by s.number) as place from otc_step s where s.order_id = o.id) s
             where s.number <> s.place or s.from_status <> s.reached
                or (s.from_status, s.actor, s.event, s.to_status) not in (values ${STEPS})
                or (s.actor = 'buyer' and s.user_id is distinct from o.buyer_id)
                or (s.actor = 'seller' and s.user_id is distinct from o.seller_id)
                or (s.actor = 'taker' and s.user_id is distinct from o.taker_id)
                or (s.actor = 'desk') is distinct from (s.operator_id is not null)`,
    },
    {
      over: 'otc_order',
      sql: `select o.id, o.version, o.status, last.number, last.to_status, false as demo from checked o
              left join lateral (
                select s.number, s.to_status from otc_step s where s.order_id = o.id order by s.number desc limit 1) last on true
             where last.number is distinct from o.version or last.to_status is distinct from o.status`,
    },
  ],
});

registerInvariant({
  name: 'P12',
  says: 'An appeal above the limit of its order was decided by two different operators, with the same outcome, and nobody awarded more than that alone on one day.',
  parts: [
    {
      over: 'otc_order',
      sql: `select o.id, o.quantity, o.second_person_above, false as demo from checked o
             where o.ended_by in ('award-buyer', 'award-seller') and o.quantity > o.second_person_above
               and not exists (
                 select from operator_proposal p
                   join otc_step s on s.order_id = o.id and s.event = o.ended_by and s.operator_id = p.decided_by
                  where p.kind = 'otc-appeal' and p.subject_id = o.id and p.status = 'approved'
                    and p.proposed_by <> p.decided_by and p.detail ->> 'outcome' = o.ended_by)`,
    },
    // The steps of one operator's awards are numbered in the order in which each of them counted those before it.
    {
      over: 'otc_order',
      sql: `select o.id, s.operator_id, s.awarded_alone, day.amount, o.second_person_above, false as demo
              from checked o
              join otc_step s on s.order_id = o.id and s.awarded_alone is not null
              cross join lateral (
                select coalesce(sum(e.quantity), 0) as amount from otc_step d join otc_order e on e.id = d.order_id
                 where d.operator_id = s.operator_id and d.event in ('award-buyer', 'award-seller') and d.id <= s.id
                   and d.at >= date_trunc('day', s.at, 'UTC') and e.currency_id = o.currency_id
                   and not exists (
                     select from operator_proposal p
                      where p.kind = 'otc-appeal' and p.subject_id = e.id and p.status = 'approved')) day
             where s.awarded_alone <> day.amount or o.second_person_above is null or day.amount > o.second_person_above`,
    },
  ],
});

registerInvariant({
  name: 'P13',
  says: 'The lines of an order’s room are numbered without a gap and chained by their digests; of an erased account’s lines the digest stands alone.',
  parts: [
    {
      over: 'otc_order',
      sql: `select o.id, l.number, false as demo from checked o
              cross join lateral (
                select line.number, line.chain, row_number() over (order by line.number) as place,
                       room_line_digest(line, lag(line.chain) over (order by line.number)) as digest,
                       line.kind = 'text' and line.body = '' and account_is_erased(line.user_id) as is_erased
                  from room_line line where line.room = concat('otc-order:', o.id)) l
             where l.number <> l.place or (l.chain <> l.digest and not l.is_erased)`,
    },
  ],
});
