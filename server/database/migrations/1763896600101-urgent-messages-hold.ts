import { ForwardMigration } from './forward-migration.js';

/** Every message that has ended has done so in a way that there is: looked at while others write. */
export class UrgentMessagesHold1763896600101 extends ForwardMigration {
  protected readonly statements = ['alter table outgoing_message validate constraint outgoing_message_outcome_check'];
}
