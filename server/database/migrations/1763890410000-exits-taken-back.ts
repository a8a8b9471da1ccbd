import { ForwardMigration } from './forward-migration.js';

/** What a purchase was to leave behind can be taken back: why it is void is said where its owner did. */
export class ExitsTakenBack1763890410000 extends ForwardMigration {
  protected readonly statements = [
    `alter table spot_exit
       add column reason text,
       add constraint spot_exit_reason check (reason is null or (reason = 'user' and status = 'void')) not valid`,
  ];
}
