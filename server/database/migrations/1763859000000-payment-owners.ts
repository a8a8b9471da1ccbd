import { ForwardMigration } from './forward-migration.js';

/** Accounts that users are paid on, also those that they took away: a rebate asks whose they are. */
export class PaymentOwners1763859000000 extends ForwardMigration {
  protected readonly statements = ['create index otc_payment_owner on otc_payment (user_id)'];
}
