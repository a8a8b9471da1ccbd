import { registerList } from '../../wallet/exports/index.js';

registerList({
  name: 'futures.liquidations',
  columns: {
    number: 'text',
    time: 'instant',
    market: 'text',
    kind: 'text',
    lots: 'text',
    mark: 'amount',
    price: 'amount',
    profit: 'amount',
    fee: 'amount',
    insurance: 'amount',
  },
  sql: `select r.id::text as key, r.position_id::text as number, r.at as time, m.symbol as market, r.kind,
           r.lots::text as lots, trim_scale(r.mark)::text as mark, trim_scale(r.price)::text as price, trim_scale(r.profit)::text as profit,
           trim_scale(r.fee)::text as fee, trim_scale(r.insurance)::text as insurance
      from liquidation_report r join market m on m.id = r.market_id
     where r.user_id = $1 and r.demo = $2 and r.at >= $3 and r.at < $4 and ($5::text is null or r.id < $5::text::bigint)
     order by r.id desc limit $6`,
});
