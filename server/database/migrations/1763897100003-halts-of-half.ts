import { ForwardMigration } from './forward-migration.js';

/** For how long a market was halted in the eight hours of a rate, which its stamp is void by (decision 176). */
export class HaltsOfHalf1763897100003 extends ForwardMigration {
  protected readonly statements = [
    // null: decided before, by whether the market was halted at the stamp
    'alter table funding_rate add column halted_seconds integer',
    `alter table funding_rate add constraint funding_rate_halted_seconds_check
       check (halted_seconds between 0 and 28800) not valid`,
  ];
}
