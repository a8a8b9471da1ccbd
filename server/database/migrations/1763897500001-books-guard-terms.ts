import { type BoundTrigger, TriggerRenamingMigration } from './trigger-renaming-migration.js';

/** What `trigger-terms` left as it was, because the checks of the books looked for it by name (L19, X02). */
const LEFT =
  /^(ledger_(?:account|account_form|hold|journal|posting|seal)|trading_mode_change|books_quarantine|audit_entry|audit_seal|account_security_event)_keep(?:_all)?$/;

/** Triggers that hold the books and the log as they were written, by what they refuse. Their checks know them by what they do. */
export class BooksGuardTerms1763897500001 extends TriggerRenamingMigration {
  protected nameOf({ name, called, isOfTruncate, isOfEveryChange }: BoundTrigger): string {
    const table = LEFT.exec(name)?.[1];
    if (table === undefined) return name;
    if (isOfTruncate) return `${table}_refuse_truncate`;
    if (called.endsWith('_guard')) return `${table}_guard`;
    return isOfEveryChange ? `${table}_append_only` : `${table}_refuse_rewrite`;
  }
}
