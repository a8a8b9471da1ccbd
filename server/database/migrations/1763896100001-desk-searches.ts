import { IndexMigration } from './index-migration.js';

/** The beginning of a name or contact, and lines of the audit log by what was done, to what, and when: both tables grow with the product. */
export class DeskSearches1763896100001 extends IndexMigration {
  protected readonly indexes = {
    account_user_username_beginning: 'account_user (username_key text_pattern_ops)',
    account_user_email_beginning: 'account_user (email text_pattern_ops)',
    account_user_phone_beginning: 'account_user (phone text_pattern_ops)',
    audit_entry_done: 'audit_entry (operator_id, action, at)',
    audit_entry_about: 'audit_entry (subject, subject_id, at)',
    audit_entry_action: 'audit_entry (action text_pattern_ops, id desc)',
    audit_entry_at: 'audit_entry (at)',
  };
}
