import { registerList } from '../exports/index.js';

registerList({
  name: 'wallet.withdrawals',
  columns: {
    number: 'text',
    time: 'instant',
    coin: 'text',
    amount: 'amount',
    fee: 'amount',
    network: 'text',
    address: 'text',
    hash: 'text',
    status: 'text',
    ended: 'instant',
  },
  sql: `select w.id::text as key, w.id::text as number, w.created_at as time, c.code as coin, trim_scale(w.amount)::text as amount,
           trim_scale(w.fee)::text as fee, n.network, w.destination ->> 'address' as address, w.chain_tx as hash, w.status,
           case when w.status in ('paid', 'rejected', 'cancelled') then w.updated_at end as ended
      from withdrawal w join currency c on c.id = w.currency_id join coin_network n on n.id = w.coin_network_id
     where w.user_id = $1 and not $2::boolean and w.created_at >= $3 and w.created_at < $4 and ($5::text is null or w.id < $5::text::bigint)
     order by w.id desc limit $6`,
});
