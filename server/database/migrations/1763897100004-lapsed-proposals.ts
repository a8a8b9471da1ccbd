import { ForwardMigration } from './forward-migration.js';

/** What nobody approved in time has lapsed, and nobody decided it (decision 176). */
export class LapsedProposals1763897100004 extends ForwardMigration {
  protected readonly statements = [
    'alter table operator_proposal drop constraint operator_proposal_status_check',
    `alter table operator_proposal add constraint operator_proposal_status_check
       check (status in ('open', 'approved', 'rejected', 'lapsed')) not valid`,
    'alter table operator_proposal drop constraint operator_proposal_check',
    `alter table operator_proposal add constraint operator_proposal_check
       check ((status in ('open', 'lapsed')) = (decided_by is null) and (status = 'open') = (decided_at is null)) not valid`,
  ];
}
