import { ForwardMigration } from './forward-migration.js';

/** Payments are due at a millisecond, as processes read it: nobody is late by what no process can see. */
export class OtcPaymentDeadlines1763853000000 extends ForwardMigration {
  protected readonly statements = ['alter table otc_order alter column pay_until type timestamptz(3)'];
}
