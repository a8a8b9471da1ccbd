import { ForwardMigration } from './forward-migration.js';

/** Markets whose constituents are still those of the seeds: an operator's choice is left as it is. */
const AS_SEEDED = `(
  select m.id, base.code from market m join currency base on base.id = m.base_currency_id
  where m.category = 'crypto' and (
    select array_agg(c.instrument order by c.instrument) from market_constituent c where c.market_id = m.id
  ) = array['binance:spot:' || base.code || 'USDT', 'bybit:spot:' || base.code || 'USDT'])`;

/** A third venue makes the index of crypto markets, and each of them is needed. */
export class ThreeVenues1763718000000 extends ForwardMigration {
  protected readonly statements = [
    // BNB is not listed there.
    `update market m set constituents_min = case when seeded.code = 'BNB' then 2 else 3 end
     from ${AS_SEEDED} seeded where m.id = seeded.id`,
    `insert into market_constituent (market_id, instrument)
     select id, 'okx:spot:' || code || '-USDT' from ${AS_SEEDED} seeded where code <> 'BNB'`,
  ];
}
