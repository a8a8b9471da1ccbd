import { ForwardMigration } from './forward-migration.js';

/**
 * Whether one venue is enough for a market's index is said by its row (decision 183). Nobody's is so to begin with, and coins that were
 * listed with one instrument had it without a word.
 */
export class SingleVenues1763897500010 extends ForwardMigration {
  protected readonly statements = [
    'alter table market add column single_venue boolean not null default false',
    'update market set constituents_min = 2 where constituents_min < 2',
  ];
}
