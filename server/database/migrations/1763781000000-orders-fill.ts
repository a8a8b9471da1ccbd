import { ForwardMigration } from './forward-migration.js';

/** Orders that wait are filled by `trigger_fill`: the function of before bore the name of liquidations. */
export class OrdersFill1763781000000 extends ForwardMigration {
  protected readonly statements = ['drop function if exists liquidation_fill'];
}
