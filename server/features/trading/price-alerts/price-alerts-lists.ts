import { registerList } from '../../wallet/exports/index.js';

// Alerts are of no kind of money: they are in the file whichever is asked for.
registerList({
  name: 'price-alerts.own',
  columns: {
    number: 'text',
    time: 'instant',
    market: 'text',
    kind: 'text',
    trigger: 'amount',
    rate: 'amount',
    status: 'text',
    lastAt: 'instant',
  },
  sql: `select a.id::text as key, a.id::text as number, a.created_at as time, m.symbol as market, a.kind,
           case when a.source is not null then trim_scale(a.value)::text end as trigger,
           case when a.source is null then trim_scale(a.value)::text end as rate, a.state as status, a.last_at as "lastAt"
      from price_alert a left join market m on m.id = a.market_id
     where a.user_id = $1 and $2::boolean is not null and a.state <> 'deleted' and a.created_at >= $3 and a.created_at < $4
       and ($5::text is null or a.id < $5::text::bigint)
     order by a.id desc limit $6`,
});
