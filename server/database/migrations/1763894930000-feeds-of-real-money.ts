import { ForwardMigration } from './forward-migration.js';

/**
 * Whether what a market is fed by may move real money, beside what that is: real limits are valued in the database, which does
 * not know the settings. A feeding process says it with each term; until then live prices alone count.
 */
export class FeedsOfRealMoney1763894930000 extends ForwardMigration {
  protected readonly statements = [
    `alter table market_feed
       -- whether prices of this origin may move real money
       add column moves_real_money boolean not null default false`,
  ];
}
