import { ForwardMigration } from './forward-migration.js';

/** Every stop has a reason that there is, and no exit that ended holds coins: looked at while others trade. */
export class StopDatesHold1763890130001 extends ForwardMigration {
  protected readonly statements = [
    'alter table spot_stop validate constraint spot_stop_reason_check',
    'alter table spot_exit validate constraint spot_exit_reserved',
  ];
}
