import { ForwardMigration } from './forward-migration.js';

/**
 * The two trigger functions that `stored-function-terms` left as they were, because the check of the audit log looked for them by name
 * (X02): what the migrations before this one bind them by.
 */
export const FORMER_WRITTEN_ONCE_FUNCTIONS: Readonly<Record<string, string>> = {
  account_history_append_only: 'account_history_keep',
  wallet_append_only: 'wallet_keep',
};

/** Triggers are bound to a function, whatever it is called: they stay as they are, and no table is locked. */
export class WrittenOnceTerms1763897500000 extends ForwardMigration {
  protected readonly statements = Object.entries(FORMER_WRITTEN_ONCE_FUNCTIONS).map(
    ([name, former]) => `alter function ${former}() rename to ${name}`,
  );
}
