import { ForwardMigration } from './forward-migration.js';

/**
 * OKX lists BNB-USDT by now, so its index is of three, each of them needed, as that of every other coin of three venues (decision
 * 29). A market whose constituents an operator has chosen is left as it is.
 */
export class BnbAtOkx1763898240001 extends ForwardMigration {
  protected readonly statements = [
    `with seeded as (
       update market m set constituents_min = 3 from currency base
        where base.id = m.base_currency_id and base.code = 'BNB' and m.symbol = 'BNB/USDT' and m.constituents_min = 2 and (
              select array_agg(c.instrument order by c.instrument) from market_constituent c where c.market_id = m.id
            ) = array['binance:spot:BNBUSDT', 'bybit:spot:BNBUSDT']
       returning m.id)
     insert into market_constituent (market_id, instrument) select id, 'okx:spot:BNB-USDT' from seeded`,
  ];
}
