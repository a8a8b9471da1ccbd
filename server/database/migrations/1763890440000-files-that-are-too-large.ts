import { ForwardMigration } from './forward-migration.js';

/** A file of what is kept about an account may be given up because it would be too large. */
export class FilesThatAreTooLarge1763890440000 extends ForwardMigration {
  protected readonly statements = [
    `alter table data_export
       drop constraint data_export_state_check,
       add constraint data_export_state_check
         check (state in ('waiting', 'written', 'ready', 'failed', 'too-large', 'gone')) not valid`,
  ];
}
