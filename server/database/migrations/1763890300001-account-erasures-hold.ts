import { ForwardMigration } from './forward-migration.js';

/** The rows of before hold what the migration before says of them. */
export class AccountErasuresHold1763890300001 extends ForwardMigration {
  protected readonly statements = [
    'alter table account_user validate constraint account_user_erased',
    'alter table account_security_event validate constraint account_security_event_digest',
    'alter table verification_case validate constraint verification_case_person',
  ];
}
