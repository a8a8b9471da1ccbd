import { ForwardMigration } from './forward-migration.js';

/**
 * What an order to close has been filled at. Numbers and no domain: a column of a domain would be looked for in every row. A version that
 * does not know them fills orders meanwhile: a mean is one of all lots where both columns count the same.
 */
export class PricesOfClosings1763890420000 extends ForwardMigration {
  protected readonly statements = [
    `alter table futures_closing_order
       add column lots_valued integer not null default 0,
       add column filled_value numeric(38, 18) not null default 0`,
  ];
}
