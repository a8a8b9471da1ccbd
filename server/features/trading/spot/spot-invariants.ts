import { registerInvariant, registerReason } from '../../wallet/ledger/index.js';

const ORDER = 'select from spot_order o where o.id::text = j.reference';
registerReason('spot.reserve', ORDER);
registerReason('spot.release', `${ORDER} and o.status = 'cancelled'`);
registerReason('spot.fill', 'select from spot_fill f where f.id::text = j.reference');

registerInvariant({
  name: 'S01',
  says: 'What is filled of an order is the sum of its executions and never more than was ordered.',
  sql: `select o.id, o.demo, o.quantity, o.filled, o.amount, o.fee, sum(f.quantity) as executed, sum(f.amount) as moved,
               sum(f.fee) as charged
          from spot_order o left join spot_fill f on f.order_id = o.id
         group by o.id
        having o.filled <> coalesce(sum(f.quantity), 0) or o.amount <> coalesce(sum(f.amount), 0)
            or o.fee <> coalesce(sum(f.fee), 0) or o.filled > o.quantity`,
});

registerInvariant({
  name: 'S02',
  says: 'No level that an order took was beyond its limit, and the levels are the execution.',
  sql: `select f.id, o.demo, f.quantity, f.levels, o.limit_price from spot_fill f join spot_order o on o.id = f.order_id
         cross join lateral (
           select sum((l ->> 1)::numeric) as quantity, max((l ->> 0)::numeric) as highest, min((l ->> 0)::numeric) as lowest
             from jsonb_array_elements(f.levels) l) level
         where level.quantity <> f.quantity
            or (o.limit_price is not null and case o.side
                 when 'buy' then level.highest > o.limit_price else level.lowest < o.limit_price end)`,
});

registerInvariant({
  name: 'S03',
  says: 'Each execution is one journal with its quantity and amount, and an order costs what price times quantity say.',
  sql: `select 'fill' as what, f.id, o.demo, f.quantity, f.amount, f.fee, count(distinct j.id) as journals
          from spot_fill f join spot_order o on o.id = f.order_id
          left join ledger_journal j on j.reason = 'spot.fill' and j.reference = f.id::text and j.demo = o.demo
          left join ledger_posting p on p.journal_id = j.id
          left join ledger_account a on a.id = p.account_id
         group by f.id, o.id
        having count(distinct j.id) <> 1
            or coalesce(sum(p.amount) filter (where a.kind = 'house_pnl' and a.currency_id = o.base_currency_id), 0)
               <> case o.side when 'buy' then -f.quantity else f.quantity end
            or coalesce(sum(p.amount) filter (where a.kind = 'house_pnl' and a.currency_id = o.quote_currency_id), 0)
               <> case o.side when 'buy' then f.amount else -f.amount end
            or coalesce(sum(p.amount) filter (where a.kind = 'fee'), 0) <> f.fee
        union all
        select 'order', o.id, o.demo, o.quantity, o.amount, o.exact, null from spot_order o join currency c on c.id = o.quote_currency_id
         where o.amount <> spot_amount(o.side, o.exact, c.scale)`,
});

registerInvariant({
  name: 'S04',
  says: 'What is frozen for an order is its reserve, and an order that ended has none.',
  sql: `select o.id, o.demo, o.status, o.reserved, h.amount as held from spot_order o left join ledger_hold h on h.name = concat('spot-order:', o.id)
         where coalesce(h.amount, 0) <> o.reserved or (o.status <> 'open' and o.reserved <> 0)`,
});

registerInvariant({
  name: 'S05',
  says: 'A market order never rests.',
  sql: `select id, demo from spot_order where status = 'open' and limit_price is null`,
});
