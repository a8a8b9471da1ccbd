import { registerList } from '../../wallet/exports/index.js';

registerList({
  name: 'trust.orders',
  columns: {
    number: 'text',
    time: 'instant',
    coin: 'text',
    principal: 'amount',
    days: 'text',
    income: 'amount',
    penalty: 'amount',
    status: 'text',
    ended: 'instant',
  },
  sql: `select o.id::text as key, o.id::text as number, o.created_at as time, c.code as coin, trim_scale(o.principal)::text as principal,
           o.term_days::text as days, trim_scale(o.income)::text as income, trim_scale(o.penalty)::text as penalty, o.status, o.ended_at as ended
      from trust_order o join currency c on c.id = o.currency_id
     where o.user_id = $1 and o.demo = $2 and o.created_at >= $3 and o.created_at < $4 and ($5::text is null or o.id < $5::text::bigint)
     order by o.id desc limit $6`,
});
