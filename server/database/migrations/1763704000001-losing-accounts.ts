import { ForwardMigration } from './forward-migration.js';

/** How many accounts lost money with a product, as it was last counted from the orders. */
export class LosingAccounts1763704000001 extends ForwardMigration {
  protected readonly statements = [
    `create table losing_accounts (
       product text primary key check (product in ('option', 'contract')),
       accounts integer not null check (accounts >= 0),
       losing integer not null check (losing between 0 and accounts),
       since timestamptz not null,
       counted_at timestamptz not null
     )`,
  ];
}
