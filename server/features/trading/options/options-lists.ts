import { registerList } from '../../wallet/exports/index.js';

registerList({
  name: 'options.orders',
  columns: {
    number: 'text',
    time: 'instant',
    market: 'text',
    coin: 'text',
    side: 'text',
    stake: 'amount',
    fee: 'amount',
    entry: 'amount',
    ended: 'instant',
    status: 'text',
    result: 'text',
    profit: 'amount',
  },
  sql: `select o.id::text as key, o.id::text as number, o.opened_at as time, m.symbol as market, c.code as coin, o.direction::text as side,
           trim_scale(o.stake)::text as stake, trim_scale(o.fee)::text as fee, trim_scale(o.entry_price)::text as entry, o.settled_at as ended,
           o.status::text as status, o.result::text as result, trim_scale(o.profit)::text as profit
      from option_order o join market m on m.id = o.market_id join currency c on c.id = o.currency_id
     where o.user_id = $1 and o.demo = $2 and o.opened_at >= $3 and o.opened_at < $4 and ($5::text is null or o.id < $5::text::bigint)
     order by o.id desc limit $6`,
});
