import { ForwardMigration } from './forward-migration.js';

/** The former index of messages that wait: nobody asks for them by it any more, and those that wait are few. */
export class MessagesDueAlone1763896600103 extends ForwardMigration {
  protected readonly statements = ['drop index outgoing_message_due'];
}
