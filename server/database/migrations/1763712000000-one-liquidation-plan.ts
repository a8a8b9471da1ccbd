import { ForwardMigration } from './forward-migration.js';

/** Liquidation has one plan: its steps say when they are written, and for whom a position was deleveraged. */
export class OneLiquidationPlan1763712000000 extends ForwardMigration {
  protected readonly statements = [
    // wave: all steps of a wave are written together
    'alter type liquidation_step add attribute wave integer, add attribute matched_with bigint',
    // Version 0.1.0 made these in its migrations, so that no list of installed functions has them.
    ...['execute_apart', 'close', 'deleverage', 'reduce', 'note'].map(
      (name) => `drop function if exists liquidation_${name}`,
    ),
  ];
}
