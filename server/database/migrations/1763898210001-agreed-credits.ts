import { ForwardMigration } from './forward-migration.js';

/** What no chain confirms is credited as two operators agreed on it, and what is proposed begins undecided (decision 185). */
export class AgreedCredits1763898210001 extends ForwardMigration {
  protected readonly statements = [
    'create trigger deposit_agreed before update on deposit for each row execute function deposit_agreed()',
    `create trigger operator_proposal_begin before insert on operator_proposal
       for each row execute function operator_proposal_begin()`,
  ];
}
