import { ForwardMigration } from './forward-migration.js';

/**
 * Whether what a market is fed by may move real money, beside what that is: real limits are valued in the database, which does
 * not know the settings. A feeding process says it with each term; until then live prices alone count. A process of before it says the
 * origin alone, so it is kept under which number it was said.
 */
export class FeedsOfRealMoney1763894930000 extends ForwardMigration {
  protected readonly statements = [
    `alter table market_feed
       -- whether prices of this origin may move real money
       add column moves_real_money boolean not null default false,
       -- the fencing number that the line above was said under: true of the origin only where it is that of the row
       add column moves_token bigint`,
  ];
}
