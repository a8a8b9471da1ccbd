import { ForwardMigration } from './forward-migration.js';

/** For what an operator has credited and released alone today. */
export class CreditedAlone1763736000000 extends ForwardMigration {
  protected readonly statements = [
    `create index deposit_credited_alone on deposit (credited_by, currency_id, updated_at)
       where status = 'approved' and credit_proposed_by is null and chain_verdict is null`,
    `create index wallet_act_released on wallet_act (operator_id, at)
       where subject = 'withdrawal' and to_status = 'approved'`,
  ];
}
