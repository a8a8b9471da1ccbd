import type { Invariant } from './invariants.js';

/** Triggers that make the books append-only; all must exist and be enabled. */
const GUARDS = `('ledger_account_form_keep'), ('ledger_account_form_keep_all'), ('ledger_account_keep'),
  ('ledger_account_keep_all'), ('ledger_account_derive'), ('ledger_journal_keep'), ('ledger_journal_keep_all'), ('ledger_posting_keep'),
  ('ledger_posting_keep_all'), ('ledger_posting_balance'), ('ledger_hold_keep'), ('ledger_hold_keep_all'),
  ('ledger_seal_keep'), ('ledger_seal_keep_all'), ('trading_mode_change_keep'), ('trading_mode_change_keep_all'),
  ('books_quarantine_keep'), ('books_quarantine_keep_all'), ('books_archive_append_only'), ('books_archive_refuse_truncate')`;

/** Group roles of the processes that serve or read; the login roles are members of them. */
const SERVING = `array['gateway_app', 'gateway_worker', 'gateway_feed', 'gateway_verifier']`;

/**
 * Invariants on privileges and triggers that protect the books from changes other than by the ledger, numbered as in
 * `server/documents/invariants.md`.
 */
export const GUARD_INVARIANTS: readonly Invariant[] = [
  {
    name: 'L18',
    isRepairable: true,
    says: 'No role that serves can change the books or write postings itself.',
    parts: [
      {
        over: 'round',
        // A role with the owner's rights, as on a developer's machine, is not accepted in production: see serving-user.ts.
        sql: `select r.rolname as role_name, c.relname as table_name, privilege.name as privilege_type, null::boolean as demo
                from pg_roles r
               cross join (values ('ledger_account_form'), ('ledger_account'), ('ledger_journal'), ('ledger_posting'), ('ledger_hold'),
                             ('ledger_seal'), ('trading_mode_change'), ('audit_entry'), ('audit_seal'),
                             ('account_security_event'), ('books_archive')) as named (name)
                join pg_class c on c.relname = named.name and c.relnamespace = current_schema()::regnamespace
               cross join (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('TRIGGER')) as privilege (name)
               where (r.rolname = any (${SERVING}) or exists (
                        select from pg_auth_members m join pg_roles s on s.oid = m.roleid
                         where m.member = r.oid and s.rolname = any (${SERVING})))
                 and not r.rolsuper and not pg_has_role(r.oid, c.relowner, 'member')
                 and case privilege.name
                   when 'UPDATE' then has_any_column_privilege(r.oid, c.oid, 'UPDATE')
                   when 'INSERT' then has_any_column_privilege(r.oid, c.oid, 'INSERT')
                     and c.relname not in ('ledger_seal', 'trading_mode_change', 'audit_entry', 'audit_seal',
                       'account_security_event')
                   else has_table_privilege(r.oid, c.oid, privilege.name) end`,
      },
    ],
  },
  {
    name: 'L19',
    isRepairable: true,
    says: 'The triggers that refuse changes to the books are there and enabled.',
    parts: [
      {
        over: 'round',
        sql: `select guard.name, null::boolean as demo from (values ${GUARDS}) as guard (name)
               where not exists (select from pg_trigger t where t.tgname = guard.name and t.tgenabled in ('O', 'A'))`,
      },
    ],
  },
];
