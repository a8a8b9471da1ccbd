import { registerList } from '../exports/index.js';

registerList({
  name: 'wallet.deposits',
  columns: {
    number: 'text',
    time: 'instant',
    coin: 'text',
    amount: 'amount',
    network: 'text',
    hash: 'text',
    status: 'text',
  },
  sql: `select d.id::text as key, d.id::text as number, d.created_at as time, c.code as coin, trim_scale(d.amount)::text as amount,
           coalesce(n.network, d.kind) as network, d.tx_hash as hash, d.status
      from deposit d join currency c on c.id = d.currency_id left join coin_network n on n.id = d.coin_network_id
     where d.user_id = $1 and not $2::boolean and d.created_at >= $3 and d.created_at < $4 and ($5::text is null or d.id < $5::text::bigint)
     order by d.id desc limit $6`,
});
