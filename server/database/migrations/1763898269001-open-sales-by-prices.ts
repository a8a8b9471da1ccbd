import { ForwardMigration } from './forward-migration.js';

/** Sales that can be applied for are drawn by prices, too; those whose applications are over keep their order of before. */
export class OpenSalesByPrices1763898269001 extends ForwardMigration {
  protected readonly statements = [
    `update ieo_project set draw_market_id = (select min(m.id) from market m) where apply_until > clock_timestamp()
        and draw_market_id is null`,
  ];
}
