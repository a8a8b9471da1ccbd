import { ForwardMigration } from './forward-migration.js';

/**
 * Old clients name neither act nor target when they ask for a code, and have no field for a proof beside a card (decision 149). What was
 * bound by such a proof stays marked: it waited longer, and whoever releases a withdrawal there is told.
 */
export class PlainlyProven1763894940000 extends ForwardMigration {
  protected readonly statements = [
    `alter table withdrawal_address add column plainly_proven boolean not null default false`,
    `alter table account_bank_card add column plainly_proven boolean not null default false`,
  ];
}
