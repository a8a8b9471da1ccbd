import { ForwardMigration } from './forward-migration.js';

/** A stamp charges for the part of its eight hours in which its market could be traded (decision 186). */
export class FundingOfOpenTime1763898230000 extends ForwardMigration {
  protected readonly statements = [
    // null: decided before, by whether the market was halted for half of the hours
    'alter table funding_rate add column sessions tstzmultirange',
    'alter table funding_rate add column open_seconds integer',
    // Of a rate that was charged in part, in the place of decided_at: the version before holds those with one to be charged whole.
    'alter table funding_rate add column decided_in_part_at timestamptz',
    `alter table funding_rate add constraint funding_rate_open_seconds_check
       check (open_seconds between 0 and 28800) not valid`,
  ];
}
