import { registerList } from '../../wallet/exports/index.js';

registerList({
  name: 'referral.rebates',
  columns: {
    day: 'text',
    time: 'instant',
    coin: 'text',
    rebate: 'amount',
  },
  sql: `select concat_ws('|', r.day, r.currency_id) as key, r.day::text as day, max(b.booked_at) as time, c.code as coin,
           trim_scale(sum(r.amount))::text as rebate
      from referral_rebate r join referral_batch b on b.id = r.batch_id join currency c on c.id = r.currency_id
     where r.inviter_id = $1 and not $2::boolean and r.outcome = 'earned' and r.amount > 0 and b.booked_at >= $3 and b.booked_at < $4
       and ($5::text is null or (r.day, r.currency_id) < (split_part($5, '|', 1)::date, split_part($5, '|', 2)::integer))
     group by r.day, r.currency_id, c.code order by r.day desc, r.currency_id desc limit $6`,
});
