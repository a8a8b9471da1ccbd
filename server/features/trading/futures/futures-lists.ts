import { registerList } from '../../wallet/exports/index.js';

/** The numbers that a position's state has in its row. */
const STATUS = `(array['pending', 'open', 'closing', 'closed', 'cancelled'])[p.status::integer + 1]`;

registerList({
  name: 'futures.orders',
  columns: {
    number: 'text',
    time: 'instant',
    market: 'text',
    side: 'text',
    leverage: 'text',
    lots: 'text',
    entry: 'amount',
    exit: 'amount',
    margin: 'amount',
    fee: 'amount',
    funding: 'amount',
    profit: 'amount',
    status: 'text',
    ended: 'instant',
  },
  sql: `select p.id::text as key, p.id::text as number, p.created_at as time, m.symbol as market,
           case when p.side::integer = 1 then 'long' else 'short' end as side, p.leverage::text as leverage,
           p.lots_ordered::text as lots, trim_scale(p.entry_price::numeric)::text as entry, trim_scale(nullif(p.close_price::numeric, 0))::text as exit,
           trim_scale(p.initial_margin::numeric)::text as margin, trim_scale(p.fee::numeric)::text as fee, trim_scale(p.funding::numeric)::text as funding,
           trim_scale(p.realised_profit::numeric)::text as profit, ${STATUS} as status, p.closed_at as ended
      from futures_position p join market m on m.id = p.market_id
     where p.user_id = $1 and p.demo = $2 and p.created_at >= $3 and p.created_at < $4 and ($5::text is null or p.id < $5::text::bigint)
     order by p.id desc limit $6`,
});

registerList({
  name: 'futures.closings',
  columns: {
    number: 'text',
    time: 'instant',
    market: 'text',
    side: 'text',
    lots: 'text',
    filled: 'text',
    price: 'amount',
    exit: 'amount',
    status: 'text',
    ended: 'instant',
  },
  sql: `select o.id::text as key, o.id::text as number, o.created_at as time, m.symbol as market,
           case when o.side::integer = 1 then 'long' else 'short' end as side, o.lots::text as lots, o.lots_filled::text as filled,
           trim_scale(o.limit_price::numeric)::text as price,
           case when o.lots_filled > 0 and o.lots_valued = o.lots_filled
             then trim_scale(round(o.filled_value / o.lots_filled, 18))::text end as exit,
           coalesce(o.reason, o.status) as status, o.ended_at as ended
      from futures_position p join futures_closing_order o on o.position_id = p.id join market m on m.id = o.market_id
     where p.user_id = $1 and p.demo = $2 and o.created_at >= $3 and o.created_at < $4 and ($5::text is null or o.id < $5::text::bigint)
     order by o.id desc limit $6`,
});
