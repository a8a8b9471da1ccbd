import { registerList } from '../exports/index.js';

registerList({
  name: 'wallet.transfers',
  columns: {
    number: 'text',
    time: 'instant',
    coin: 'text',
    amount: 'amount',
    from: 'text',
    to: 'text',
  },
  sql: `select t.id::text as key, t.id::text as number, t.at as time, c.code as coin, trim_scale(t.amount)::text as amount,
           t.from_account::text as "from", t.to_account::text as "to"
      from wallet_transfer t join currency c on c.id = t.currency_id
     where t.user_id = $1 and t.at >= $3 and t.at < $4 and ($5::text is null or t.id < $5::text::bigint) and not $2::boolean
     order by t.id desc limit $6`,
});
