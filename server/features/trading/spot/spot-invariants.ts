import {
  registerHold,
  registerInvariant,
  registerReason,
  registerSubject,
  watchedFor,
} from '../../wallet/ledger/index.js';
import { isContradicted } from '../../markets/tape/index.js';
import { needOf } from './spot-stop-invariants.js';

registerSubject({
  table: 'spot_order',
  touchedBy: `select number from recent where reason in ('spot.reserve', 'spot.release')
              union select f.order_id from recent r join spot_fill f on f.id = r.number where r.reason = 'spot.fill'
              union select a.order_id from recent r join spot_order_amendment a on a.id = r.number
                     where r.reason = 'spot.amend'
              union select s.paired_order_id from recent r join spot_stop_amendment a on a.id = r.number
                      join spot_stop s on s.id = a.stop_id
                     where r.reason = 'spot.stop-amend' and s.paired_order_id is not null`,
  sliceRows: 10_000,
});
registerSubject({
  table: 'spot_fill',
  touchedBy: `select number from recent where reason = 'spot.fill'`,
  sliceRows: 10_000,
  booked: { as: ['spot.fill'] },
});
const ORDER = 'select from spot_order o where o.id = j.number';
registerHold(
  'spot-order',
  `select from spot_order o where o.id = h.number and o.user_id = h.owner_id and o.demo = h.demo and o.status = 'open'
     and h.kind = 'spot_frozen'
     and h.currency_id = case o.side when 'buy' then o.quote_currency_id else o.base_currency_id end`,
);
registerHold(
  'spot-stop',
  `select from spot_stop s where s.id = h.number and s.user_id = h.owner_id and s.demo = h.demo and s.status = 'waiting'
     and h.kind = 'spot_frozen'
     and h.currency_id = case s.side when 'buy' then s.quote_currency_id else s.base_currency_id end`,
);
const OF_STOP = { kinds: ['spot', 'spot_frozen'], owner: 'select s.user_id from spot_stop s where s.id = l.number' };
registerReason('spot.stop-reserve', 'select from spot_stop s where s.id = j.number', OF_STOP);
registerReason('spot.stop-amend', 'select from spot_stop_amendment a where a.id = j.number', {
  kinds: ['spot', 'spot_frozen'],
  owner: 'select s.user_id from spot_stop_amendment a join spot_stop s on s.id = a.stop_id where a.id = l.number',
});
registerReason('spot.stop-release', `select from spot_stop s where s.id = j.number and s.status <> 'waiting'`, OF_STOP);
const OF_ORDER = { kinds: ['spot', 'spot_frozen'], owner: 'select o.user_id from spot_order o where o.id = l.number' };
registerReason('spot.reserve', ORDER, OF_ORDER);
registerReason('spot.release', `${ORDER} and o.status = 'cancelled'`, OF_ORDER);
registerReason('spot.amend', 'select from spot_order_amendment a where a.id = j.number', {
  kinds: ['spot', 'spot_frozen'],
  owner: 'select o.user_id from spot_order_amendment a join spot_order o on o.id = a.order_id where a.id = l.number',
});
registerReason('spot.fill', 'select from spot_fill f where f.id = j.number', {
  kinds: ['spot', 'spot_frozen', 'house_pnl', 'fee'],
  owner: 'select o.user_id from spot_fill f join spot_order o on o.id = f.order_id where f.id = l.number',
});

registerInvariant({
  name: 'S01',
  says: 'What is filled of an order is the sum of its executions and never more than was ordered.',
  parts: [
    {
      over: 'spot_order',
      sql: `select o.id, o.demo, o.quantity, o.filled, o.amount, o.fee, sum(f.quantity) as executed, sum(f.amount) as moved,
                   sum(f.fee) as charged
              from checked o left join spot_fill f on f.order_id = o.id
             group by o.id, o.demo, o.quantity, o.filled, o.amount, o.fee
            having o.filled <> coalesce(sum(f.quantity), 0) or o.amount <> coalesce(sum(f.amount), 0)
                or o.fee <> coalesce(sum(f.fee), 0) or o.filled > o.quantity`,
    },
  ],
});

registerInvariant({
  name: 'S02',
  says: 'No level that an order took was beyond the limit that it then had, and the levels are the execution.',
  parts: [
    {
      over: 'spot_fill',
      sql: `select f.id, o.demo, f.quantity, f.levels, was.limit_price from checked f left join spot_order o on o.id = f.order_id
             cross join lateral (
               select case when o.amended_at is null then o.limit_price else coalesce(
                 (select a.limit_before from spot_order_amendment a where a.order_id = o.id and a.after_fill_id >= f.id
                   order by a.id limit 1), o.limit_price) end as limit_price) was
             cross join lateral (
               select sum((l ->> 1)::numeric) as quantity, max((l ->> 0)::numeric) as highest, min((l ->> 0)::numeric) as lowest
                 from jsonb_array_elements(f.levels) l) level
             where o.id is null or level.quantity <> f.quantity
                or (was.limit_price is not null and case o.side
                     when 'buy' then level.highest > was.limit_price else level.lowest < was.limit_price end)`,
    },
    {
      over: 'spot_order',
      sql: `select o.id, o.demo, o.exact, paid.total from checked o
             cross join lateral (
               select coalesce(sum((l ->> 0)::numeric * (l ->> 1)::numeric), 0) as total
                 from spot_fill f cross join lateral jsonb_array_elements(f.levels) l where f.order_id = o.id) paid
             where paid.total <> o.exact`,
    },
  ],
});

registerInvariant({
  name: 'S03',
  says: "Each execution is one journal with its quantity and amount on its owner's accounts, and an order costs what price times quantity say.",
  parts: [
    {
      over: 'spot_fill',
      sql: `select 'fill' as what, f.id, o.demo, f.quantity, f.amount, f.fee, count(j.id) as journals
              from checked f left join spot_order o on o.id = f.order_id
              left join ledger_journal j on j.reason = 'spot.fill' and j.reference = f.id::text and j.demo = o.demo
             group by f.id, o.demo, f.quantity, f.amount, f.fee
            having count(j.id) <> 1`,
    },
    {
      over: 'ledger_journal',
      sql: `select 'journal' as what, f.id, o.demo, f.quantity, f.amount, f.fee, count(p.sequence) as postings
              from legs p
              join spot_fill f on f.id = p.number
              join spot_order o on o.id = f.order_id
             where p.reason = 'spot.fill'
             group by f.id, o.id
            having coalesce(sum(p.amount) filter (where p.kind = 'house_pnl' and p.currency_id = o.base_currency_id), 0)
                   <> case o.side when 'buy' then -f.quantity else f.quantity end
                or coalesce(sum(p.amount) filter (where p.kind = 'house_pnl' and p.currency_id = o.quote_currency_id), 0)
                   <> case o.side when 'buy' then f.amount else -f.amount end
                or coalesce(sum(p.amount) filter (where p.kind = 'fee'), 0) <> f.fee
                or bool_or(p.owner_id is not null and p.owner_id <> o.user_id)`,
    },
    {
      over: 'spot_order',
      sql: `select 'order' as what, o.id, o.demo, o.quantity, o.amount, o.exact from checked o
              join currency c on c.id = o.quote_currency_id
             where o.amount <> spot_amount(o.side, o.exact, c.scale)`,
    },
  ],
});

registerInvariant({
  name: 'S04',
  says: 'What is frozen for an order is its reserve, and an order that ended has none.',
  parts: [
    {
      over: 'spot_order',
      sql: `select o.id, o.demo, o.status, o.reserved, h.amount as held
              from checked o left join ledger_hold h on h.name = concat('spot-order:', o.id)
             where coalesce(h.amount, 0) <> o.reserved or (o.status <> 'open' and o.reserved <> 0)`,
    },
  ],
});

registerInvariant({
  name: 'S05',
  says: 'An order that waits for nothing never rests: a market order, and one to execute at once or not at all.',
  parts: [
    {
      over: 'spot_order',
      sql: `select id, demo from checked
             where (status = 'open' and (limit_price is null or time_in_force in ('ioc', 'fok')))
                or (time_in_force = 'fok' and filled <> quantity)`,
    },
  ],
});

// A stop that was reached before the date that it has may become its order long after it; that order ends by the next look.
registerInvariant({
  name: 'S06',
  says: 'An order that is open two minutes after its date and after it was placed, unless the stop paired with it was reached before, is late.',
  parts: [
    {
      over: 'round',
      isOverdue: true,
      isLate: true,
      sql: `select o.id, o.demo, o.expires_at from spot_order o join watched w on w.demo = o.demo
             where o.status = 'open' and o.expires_at < w.until - interval '2 minutes'
               and o.created_at < w.until - interval '2 minutes'
               and not exists (select from spot_stop s where s.paired_order_id = o.id and s.status = 'waiting'
                                  and not spot_stop_is_over(s, now()))
               and ${watchedFor('2 minutes')}`,
    },
  ],
});

/** What the rest of an open limit order costs at its limit; it may be nothing more. The currency of the quote is `c`. */
export function costOf(order: string): string {
  const worst = `(${order}.quantity - ${order}.filled) * ${order}.limit_price + ${order}.exact`;
  return `case ${order}.side when 'sell' then ${order}.quantity - ${order}.filled else
    amount_charged(${worst}, c.scale) + amount_charged((${worst}) * ${order}.fee_ratio, c.scale)
      - ${order}.amount - ${order}.fee end`;
}

/** What is to be frozen for it: `reserveFor` of contract/rules/spot.rules.ts. */
export function restOf(order: string): string {
  return `case when ${order}.side = 'buy' and ${order}.filled >= ${order}.quantity then 0
    when ${order}.side = 'buy' then greatest(${costOf(order)}, 10::numeric ^ -c.scale) else ${costOf(order)} end`;
}

// Where an execution left nothing of what was frozen, and for orders of versions that froze nothing for it, a rest that costs nothing
// more has nothing.
registerInvariant({
  name: 'S07',
  says: 'What is frozen for an open order is what its rest costs at its limit, or what the stop paired with it needs.',
  parts: [
    {
      over: 'spot_order',
      sql: `select o.id, o.demo, o.reserved, cost.rest from checked o join currency c on c.id = o.quote_currency_id
             cross join lateral (
               select ${restOf('o')} as rest, ${costOf('o')} as whole) cost
              left join spot_stop s on s.paired_order_id = o.id and s.status = 'waiting'
             where o.status = 'open' and o.reserved <> greatest(cost.rest, ${needOf('s')})
               and not (o.reserved = 0 and cost.whole = 0)`,
    },
  ],
});

registerInvariant({
  name: 'S08',
  says: 'The terms of an amended order are those of its last amendment, and each amendment begins with those before it.',
  parts: [
    {
      over: 'spot_order',
      sql: `select o.id, o.demo, o.limit_price, o.quantity, last.limit_after, last.quantity_after from checked o
              left join lateral (
                select * from spot_order_amendment a where a.order_id = o.id order by a.id desc limit 1) last on true
             where (o.amended_at is null) <> (last.id is null) or o.limit_price <> last.limit_after
                or o.quantity <> last.quantity_after
                or exists (
                  select from (
                    select a.limit_before, a.quantity_before, lag(a.limit_after) over w as limit_after,
                           lag(a.quantity_after) over w as quantity_after
                      from spot_order_amendment a where a.order_id = o.id window w as (order by a.id)) step
                   where step.limit_before <> step.limit_after or step.quantity_before <> step.quantity_after)`,
    },
  ],
});

registerInvariant({
  name: 'S15',
  says: 'No execution of real money was at a price that the tape of its instant contradicts, while it keeps the day.',
  parts: [
    {
      over: 'spot_fill',
      sql: `select f.id, o.demo, f.quantity, f.amount from checked f join spot_order o on o.id = f.order_id
              join currency c on c.id = o.quote_currency_id
             where not o.demo and ${isContradicted({
               market: 'o.market_id',
               price: 'round(f.amount / f.quantity, 18)',
               at: 'f.at',
             })}
               and f.amount * 0.001 > 10::numeric ^ -c.scale`,
    },
  ],
});
