import { ForwardMigration } from './forward-migration.js';

/** What two operators put into the insurance fund on one day has caps by coin. */
export class InsuranceCaps1763886000000 extends ForwardMigration {
  protected readonly statements = [
    `create index operator_proposal_insured on operator_proposal (decided_at)
       where kind = 'insurance' and status = 'approved'`,
    `create trigger operator_proposal_insurance before update on operator_proposal
       for each row execute function insurance_capped()`,
  ];
}
