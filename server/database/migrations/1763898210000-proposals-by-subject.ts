import { IndexMigration } from './index-migration.js';

/** Proposals by what they are about: whoever credits a deposit is held against the one that two agreed on (decision 185). */
export class ProposalsBySubject1763898210000 extends IndexMigration {
  protected readonly indexes = { operator_proposal_subject: 'operator_proposal (subject_id, kind)' };
}
