import { registerList } from '../../wallet/exports/index.js';

/** The numbers that an order's state has in its row. */
const STATUS = `(array['unpaid', 'paid', 'completed', 'appealed', 'cancelled'])[o.status]`;

registerList({
  name: 'otc.orders',
  columns: {
    number: 'text',
    time: 'instant',
    side: 'text',
    coin: 'text',
    quantity: 'amount',
    fiat: 'text',
    price: 'amount',
    amount: 'amount',
    status: 'text',
    ended: 'instant',
  },
  sql: `select o.id::text as key, o.id::text as number, o.created_at as time,
           case when o.buyer_id = $1 then 'buy' else 'sell' end as side, c.code as coin, trim_scale(o.quantity)::text as quantity, o.fiat,
           trim_scale(o.price)::text as price, trim_scale(o.amount)::text as amount, ${STATUS} as status, o.ended_at as ended
      from otc_order o join currency c on c.id = o.currency_id
     where (o.buyer_id = $1 or o.seller_id = $1) and not $2::boolean and o.created_at >= $3 and o.created_at < $4
       and ($5::text is null or o.id < $5::text::bigint)
     order by o.id desc limit $6`,
});

registerList({
  name: 'otc.adverts',
  columns: {
    number: 'text',
    time: 'instant',
    side: 'text',
    coin: 'text',
    fiat: 'text',
    price: 'amount',
    rate: 'amount',
    quantity: 'amount',
    filled: 'amount',
    least: 'amount',
    most: 'amount',
    status: 'text',
  },
  sql: `select a.id::text as key, a.id::text as number, a.created_at as time, a.side, c.code as coin, a.fiat,
           trim_scale(a.price)::text as price, trim_scale(a.ratio)::text as rate, trim_scale(a.total)::text as quantity,
           trim_scale(a.total - a.surplus)::text as filled, trim_scale(a.least)::text as least, trim_scale(a.most)::text as most, a.status
      from otc_advert a join currency c on c.id = a.currency_id
     where a.merchant_id = $1 and not $2::boolean and a.created_at >= $3 and a.created_at < $4
       and ($5::text is null or a.id < $5::text::bigint)
     order by a.id desc limit $6`,
});
