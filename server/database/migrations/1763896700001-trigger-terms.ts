import { type BoundTrigger, TriggerRenamingMigration } from './trigger-renaming-migration.js';

/** By these names the checks of the books look for them (L19, X02), those of the version before, too: a book without one is stopped. */
const LOOKED_FOR =
  /^(ledger_(account|account_form|hold|journal|posting|seal)|trading_mode_change|books_quarantine|audit_entry|audit_seal|account_security_event)_keep(_all)?$/;

const OTHERS: Readonly<Record<string, string>> = {
  account_user_keep_origin: 'account_user_refuse_rewrite',
  deposit_keep_decision: 'deposit_guard',
  withdrawal_keep_course: 'withdrawal_guard',
};

/** Triggers that hold rows as they were written, by what they refuse: see `FORMER_TRIGGER_FUNCTIONS`. */
export class TriggerTerms1763896700001 extends TriggerRenamingMigration {
  protected nameOf({ name, called, isOfTruncate, isOfEveryChange }: BoundTrigger): string {
    const about = /^(\w+)_keep(_all)?$/.exec(name)?.[1];
    if (about === undefined || LOOKED_FOR.test(name)) return OTHERS[name] ?? name;
    if (isOfTruncate) return `${about}_refuse_truncate`;
    if (called.endsWith('_guard')) return `${about}_guard`;
    if (called.endsWith('_agreed')) return `${about}_agreed`;
    return isOfEveryChange && called !== `${about}_refuse_rewrite` ? `${about}_append_only` : `${about}_refuse_rewrite`;
  }
}
