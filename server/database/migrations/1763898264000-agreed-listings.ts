import { always, ForwardMigration } from './forward-migration.js';

/** What a coin is listed with, and at whose price, is what two operators agreed on in the same transaction (decision 198). */
export class AgreedListings1763898264000 extends ForwardMigration {
  protected readonly statements = ['market_constituent', 'spot_product'].flatMap((table) => [
    `create trigger ${table}_listed before insert on ${table} for each row execute function ${table}_listed()`,
    ...always(table, [`${table}_listed`]),
  ]);
}
