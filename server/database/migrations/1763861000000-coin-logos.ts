import { ForwardMigration } from './forward-migration.js';

/** Every coin has a picture of the product's own; nobody has to add one for a coin that is listed later. */
export class CoinLogos1763861000000 extends ForwardMigration {
  protected readonly statements = [
    'alter table currency drop column logo',
    `alter table currency
       add column logo text not null generated always as ('/api/currency/logo/' || code || '.svg') stored`,
  ];
}
