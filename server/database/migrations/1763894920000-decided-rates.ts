import { ForwardMigration } from './forward-migration.js';

/** What a rate of funding followed from, beside its premium: checks work it out again. */
export class DecidedRates1763894920000 extends ForwardMigration {
  protected readonly statements = [
    // Null in what was decided before.
    `alter table funding_rate
       -- Of the prices that its premium and its mark are of.
       add column origins text[],
       -- The maintenance ratio of the market's first step then.
       add column cap numeric(38,18),
       add column decided_at timestamptz`,
    'alter table funding_rate alter column decided_at set default clock_timestamp()',
  ];
}
