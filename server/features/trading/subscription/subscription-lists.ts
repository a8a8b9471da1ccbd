import { registerList } from '../../wallet/exports/index.js';

registerList({
  name: 'subscription.orders',
  columns: {
    number: 'text',
    time: 'instant',
    coin: 'text',
    quantity: 'amount',
    price: 'amount',
    payment: 'text',
    cost: 'amount',
    status: 'text',
    ended: 'instant',
  },
  sql: `select o.id::text as key, o.id::text as number, o.created_at as time, f.coin_code as coin, trim_scale(o.coins)::text as quantity,
           trim_scale(o.price)::text as price, c.code as payment, trim_scale(o.cost)::text as cost, o.status, o.ended_at as ended
      from subscription_order o join subscription_offer f on f.id = o.offer_id join currency c on c.id = o.payment_currency_id
     where o.user_id = $1 and not $2::boolean and o.created_at >= $3 and o.created_at < $4 and ($5::text is null or o.id < $5::text::bigint)
     order by o.id desc limit $6`,
});
