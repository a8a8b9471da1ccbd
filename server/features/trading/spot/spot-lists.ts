import { registerList } from '../../wallet/exports/index.js';

registerList({
  name: 'spot.orders',
  columns: {
    number: 'text',
    time: 'instant',
    market: 'text',
    side: 'text',
    kind: 'text',
    price: 'amount',
    quantity: 'amount',
    filled: 'amount',
    amount: 'amount',
    fee: 'amount',
    status: 'text',
    ended: 'instant',
  },
  sql: `select o.id::text as key, o.id::text as number, o.created_at as time, m.symbol as market, o.side,
           case when o.limit_price is null then 'market' else 'limit' end as kind, trim_scale(o.limit_price)::text as price,
           trim_scale(o.quantity)::text as quantity, trim_scale(o.filled)::text as filled, trim_scale(o.amount)::text as amount, trim_scale(o.fee)::text as fee, o.status,
           o.ended_at as ended
      from spot_order o join market m on m.id = o.market_id
     where o.user_id = $1 and o.demo = $2 and o.created_at >= $3 and o.created_at < $4 and ($5::text is null or o.id < $5::text::bigint)
     order by o.id desc limit $6`,
});

registerList({
  name: 'spot.fills',
  columns: {
    number: 'text',
    order: 'text',
    time: 'instant',
    market: 'text',
    side: 'text',
    quantity: 'amount',
    amount: 'amount',
    fee: 'amount',
  },
  sql: `select concat_ws('|', f.order_id, f.id) as key, f.id::text as number, f.order_id::text as "order", f.at as time,
           m.symbol as market, o.side, trim_scale(f.quantity)::text as quantity, trim_scale(f.amount)::text as amount, trim_scale(f.fee)::text as fee
      from spot_order o join spot_fill f on f.order_id = o.id join market m on m.id = o.market_id
     where o.user_id = $1 and o.demo = $2 and f.at >= $3 and f.at < $4 and o.created_at < $4
       and ($5::text is null or (o.id <= split_part($5, '|', 1)::bigint
         and (o.id, f.id) < (split_part($5, '|', 1)::bigint, split_part($5, '|', 2)::bigint)))
     order by o.id desc, f.id desc limit $6`,
});

registerList({
  name: 'spot.stops',
  columns: {
    number: 'text',
    time: 'instant',
    market: 'text',
    side: 'text',
    trigger: 'amount',
    price: 'amount',
    quantity: 'amount',
    amount: 'amount',
    status: 'text',
    order: 'text',
    ended: 'instant',
  },
  sql: `select s.id::text as key, s.id::text as number, s.created_at as time, m.symbol as market, s.side,
           trim_scale(s.trigger_price)::text as trigger, trim_scale(s.limit_price)::text as price, trim_scale(s.quantity)::text as quantity,
           trim_scale(s.cost)::text as amount, s.status, s.order_id::text as "order", s.ended_at as ended
      from spot_stop s join market m on m.id = s.market_id
     where s.user_id = $1 and s.demo = $2 and s.created_at >= $3 and s.created_at < $4 and ($5::text is null or s.id < $5::text::bigint)
     order by s.id desc limit $6`,
});
