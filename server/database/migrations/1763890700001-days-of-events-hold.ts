import { ForwardMigration } from './forward-migration.js';

/** The events of before are all of before, so that they can become a part of the divided table without being read. */
export class DaysOfEventsHold1763890700001 extends ForwardMigration {
  protected readonly statements = ['alter table outbox validate constraint outbox_before_day'];
}
