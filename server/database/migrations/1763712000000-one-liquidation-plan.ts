import { ForwardMigration } from './forward-migration.js';

/** A step of a liquidation says when it is written, and for whom a deleveraged position was closed. */
export class OneLiquidationPlan1763712000000 extends ForwardMigration {
  protected readonly statements = [
    // wave: all steps of a wave are written together
    'alter type liquidation_step add attribute wave integer, add attribute matched_with bigint',
  ];
}
