import { ForwardMigration } from './forward-migration.js';

/**
 * Who has entered the demo, and what demo money they were given. The money itself is in the ledger's demo
 * accounts.
 */
export class Demo1763646000001 extends ForwardMigration {
  protected readonly statements = [
    `create table demo_account (
       user_id bigint primary key references account_user (id),
       entered_at timestamptz not null,
       active boolean not null,
       changed_at timestamptz not null
     )`,
    `create table demo_grant (
       id bigint generated always as identity primary key,
       user_id bigint not null references demo_account (user_id),
       kind text not null check (kind in ('enter', 'top-up')),
       at timestamptz not null
     )`,
    // The first grant comes once.
    `create unique index demo_grant_first on demo_grant (user_id) where kind = 'enter'`,
  ];
}
