import { registerList } from '../../wallet/exports/index.js';

registerList({
  name: 'futures.funding',
  columns: {
    number: 'text',
    time: 'instant',
    market: 'text',
    lots: 'text',
    mark: 'amount',
    rate: 'amount',
    amount: 'amount',
  },
  sql: `select concat_ws('|', c.stamp, c.position_id) as key, c.position_id::text as number, c.stamp as time, m.symbol as market,
           c.lots::text as lots, trim_scale(c.mark)::text as mark, trim_scale(c.rate)::text as rate, trim_scale(-c.paid)::text as amount
      from funding_charge c join market m on m.id = c.market_id
     where c.user_id = $1 and c.demo = $2 and c.stamp >= $3 and c.stamp < $4
       and ($5::text is null or (c.stamp, c.position_id)
         < (split_part($5, '|', 1)::timestamptz, split_part($5, '|', 2)::bigint))
     order by c.stamp desc, c.position_id desc limit $6`,
});
