import { IndexMigration } from './index-migration.js';

/** What an operator awarded on one day, of the steps of all orders. */
export class AwardsOfOperators1763897100002 extends IndexMigration {
  protected readonly indexes = {
    otc_step_operator: 'otc_step (operator_id, at) where operator_id is not null',
  };
}
