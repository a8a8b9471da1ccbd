import { ForwardMigration } from './forward-migration.js';

/**
 * Whether one venue is enough for a market's index is said by its row (decision 183). Nobody's is so to begin with, but
 * that of coins which were listed with one instrument: what two people listed so goes on, and has the word from here on.
 */
export class SingleVenues1763897500010 extends ForwardMigration {
  protected readonly statements = [
    'alter table market add column single_venue boolean not null default false',
    `update market m set single_venue = true
      where m.constituents_min < 2 and (select count(*) from market_constituent c where c.market_id = m.id) = 1`,
    'update market set constituents_min = 2 where constituents_min < 2 and not single_venue',
  ];
}
