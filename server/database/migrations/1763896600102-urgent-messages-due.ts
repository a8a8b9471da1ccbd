import { IndexMigration } from './index-migration.js';

/** Messages that wait, by whether they are urgent, and by when they are due. */
export class UrgentMessagesDue1763896600102 extends IndexMigration {
  protected readonly indexes = {
    outgoing_message_urgent: `outgoing_message (lane, is_urgent, due_at, id) where ended_at is null`,
  };
}
