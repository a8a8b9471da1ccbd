import { ForwardMigration } from './forward-migration.js';

/** Coins that are listed at the desk, and the account of what their issuers have still to deliver and are paid. */
export class CoinListing1763800000000 extends ForwardMigration {
  protected readonly statements = [
    // Numbers of what the product begins with stay below.
    'create sequence currency_listed as integer start 1001',
    'create sequence market_listed as integer start 1001',
    `insert into ledger_account_form (kind, house, may_go_negative, demo, shard) values ('issuance', true, true, false, 0)`,
  ];
}
