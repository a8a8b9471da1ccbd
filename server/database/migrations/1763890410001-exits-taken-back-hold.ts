import { ForwardMigration } from './forward-migration.js';

/** Every reason of an exit is one that there is: looked at while others trade. */
export class ExitsTakenBackHold1763890410001 extends ForwardMigration {
  protected readonly statements = ['alter table spot_exit validate constraint spot_exit_reason'];
}
