import { ForwardMigration } from './forward-migration.js';

/** The most of a coin that one application may ask for, and one user's applications of a day; null: what the desk may release on one. */
export class WithdrawalMaximums1763887000000 extends ForwardMigration {
  protected readonly statements = [
    `alter table adjustment_cap
       add column withdrawal_most money_amount check (withdrawal_most > 0),
       add column withdrawal_day money_amount check (withdrawal_day > 0)`,
  ];
}
