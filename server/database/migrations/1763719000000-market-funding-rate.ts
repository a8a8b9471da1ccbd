import { ForwardMigration } from './forward-migration.js';

/** The mark price goes by our own last rate (B.2), so the market's row has it, where the feeding process reads it. */
export class MarketFundingRate1763719000000 extends ForwardMigration {
  protected readonly statements = [
    'alter table market add column funding_rate numeric(38,18)',
    `update market m set funding_rate = (
       select r.rate from funding_rate r where r.market_id = m.id and r.void is null order by r.stamp desc limit 1)`,
  ];
}
