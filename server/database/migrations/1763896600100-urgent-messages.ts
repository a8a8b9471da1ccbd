import { ForwardMigration } from './forward-migration.js';

/** Codes go before notices; what nobody answers is tried a few times only, and a device that takes nothing is forgotten (decision 171). */
export class UrgentMessages1763896600100 extends ForwardMigration {
  protected readonly statements = [
    // The version before says nothing of it: what it writes goes with the others, as it did.
    'alter table outgoing_message add column is_urgent boolean not null default false',
    // how often it was handed over, and nobody said whether it was taken
    'alter table outgoing_message add column unanswered integer not null default 0',
    `alter table outgoing_message
       drop constraint outgoing_message_outcome_check,
       add constraint outgoing_message_outcome_check
         check (outcome in ('sent', 'expired', 'refused', 'unanswered', 'nobody')) not valid`,
    // tries in a row that came to nothing, and since when
    'alter table push_subscription add column failures integer not null default 0',
    'alter table push_subscription add column failing_since timestamptz',
  ];
}
