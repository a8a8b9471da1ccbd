import { ForwardMigration } from './forward-migration.js';

/** Contracts of commodities have a perpetual of their own, which is played beside the commodity, as other contracts have (decision 184). */
export class CommodityPerpetuals1763897500011 extends ForwardMigration {
  protected readonly statements = ['perpetual_instrument', 'mark_instrument'].map(
    (column) => `update market set ${column} = replace(${column}, 'simulated-a:commodity:', 'simulated-a:linear:')
       where category = 'commodity' and perpetual and ${column} like 'simulated-a:commodity:%'`,
  );
}
