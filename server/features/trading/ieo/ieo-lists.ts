import { registerList } from '../../wallet/exports/index.js';

registerList({
  name: 'ieo.applications',
  columns: {
    number: 'text',
    time: 'instant',
    coin: 'text',
    quantity: 'amount',
    allotted: 'amount',
    price: 'amount',
    payment: 'text',
    released: 'amount',
    status: 'text',
  },
  sql: `select a.id::text as key, a.id::text as number, a.created_at as time, c.code as coin, a.units::text as quantity,
           (a.allotted + case when a.second_status = 'paid' then a.second else 0 end)::text as allotted,
           trim_scale(p.price)::text as price, k.code as payment, a.released::text as released, a.status
      from ieo_application a join ieo_project p on p.id = a.project_id join currency c on c.id = p.currency_id
      join currency k on k.id = p.pay_currency_id
     where a.user_id = $1 and not $2::boolean and a.created_at >= $3 and a.created_at < $4 and ($5::text is null or a.id < $5::text::bigint)
     order by a.id desc limit $6`,
});
