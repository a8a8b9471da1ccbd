import { ForwardMigration } from './forward-migration.js';

/** Who proposed an authenticator confirms it: a proposal without a session, of a version before, is confirmed by nobody. */
export class TotpProposals1763896100000 extends ForwardMigration {
  protected readonly statements = ['alter table account_totp add column session_id bigint'];
}
