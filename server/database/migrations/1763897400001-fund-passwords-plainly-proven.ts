import { ForwardMigration } from './forward-migration.js';

/**
 * A fund password that was set by the login alone stays marked until its owner sets one with more (decision 179): coins that go to another
 * user by it would else be taken by whoever knows the login password. Which of those that there are were set so nobody knows.
 */
export class FundPasswordsPlainlyProven1763897400001 extends ForwardMigration {
  protected readonly statements = [
    `alter table account_fund_password add column plainly_proven boolean not null default false`,
  ];
}
