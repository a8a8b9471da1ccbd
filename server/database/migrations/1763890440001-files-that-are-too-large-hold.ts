import { ForwardMigration } from './forward-migration.js';

/** Every file is in a state that there is: looked at while others trade. */
export class FilesThatAreTooLargeHold1763890440001 extends ForwardMigration {
  protected readonly statements = ['alter table data_export validate constraint data_export_state_check'];
}
