import type { Invariant } from './invariants.js';

/**
 * Triggers that make the books append-only: of a table, by what they do, not by their names. The kinds are those of
 * pg_trigger: before a change or a removal of each row (27), or of the columns that are named (26), before a truncation (34), before
 * a row is added (7), after rows are added (4).
 */
const GUARDS = [
  ...[
    'ledger_account_form',
    'ledger_journal',
    'ledger_posting',
    'ledger_seal',
    'trading_mode_change',
    'books_archive',
  ].flatMap((table) => [
    `('${table}', 'ledger_refuse_rewrite', 27, '')`,
    `('${table}', 'ledger_refuse_rewrite', 34, '')`,
  ]),
  `('ledger_account', 'ledger_refuse_rewrite', 26,
     'id owner_id owner_key house kind currency_id scale demo shard may_go_negative')`,
  `('ledger_account', 'ledger_refuse_rewrite', 34, '')`,
  `('ledger_account', 'ledger_account_derive', 7, '')`,
  `('ledger_hold', 'ledger_refuse_rewrite', 26, 'name account_id opened_at')`,
  `('ledger_hold', 'ledger_refuse_rewrite', 34, '')`,
  `('ledger_posting', 'ledger_posting_balance', 4, '')`,
  `('books_quarantine', 'books_quarantine_guard', 27, '')`,
  `('books_quarantine', 'books_quarantine_guard', 34, '')`,
].join(', ');

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
      {
        over: 'round',
        /*
         * A superuser and a member of the tables' owner can change every row, no matter what is granted. So no login that a process serves
         * with may be either. A login with the owner's rights that is in no serving group is fine: it migrates and maintains the
         * database (see serving-user.ts). So is the creator of the serving groups, which is a member only to administer them, without
         * inheriting their rights.
         */
        sql: `select r.rolname as role_name, null::text as table_name,
                     case when r.rolsuper then 'SUPERUSER' else 'OWNER' end as privilege_type, null::boolean as demo
                from pg_roles r
               where (r.rolname = any (${SERVING}) or exists (
                        select from pg_auth_members m join pg_roles s on s.oid = m.roleid
                         where m.member = r.oid and s.rolname = any (${SERVING}) and (m.inherit_option or m.set_option)))
                 and (r.rolsuper or exists (
                        select from pg_class c
                         where c.relname like 'ledger\\_%' and c.relkind in ('r', 'p')
                           and c.relnamespace = current_schema()::regnamespace
                           and pg_has_role(r.oid, c.relowner, 'member')))`,
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
        sql: `select guard.guarded, guard.function, guard.kind, null::boolean as demo
                from (values ${GUARDS}) as guard (guarded, function, kind, columns)
               where not exists (
                 select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
                  where t.tgrelid = guard.guarded::regclass and t.tgenabled in ('O', 'A') and t.tgqual is null
                    and p.proname = guard.function and p.pronamespace = current_schema()::regnamespace and t.tgtype = guard.kind
                    and array (select a.attname::text from pg_attribute a
                                where a.attrelid = t.tgrelid and a.attnum = any (t.tgattr)) @> string_to_array(guard.columns, ' ')
                    and (guard.columns <> '' or t.tgattr::text = ''))`,
      },
    ],
  },
];
