import { ForwardMigration } from './forward-migration.js';

/** Who made, changed or reset which operator: for some hours the two are no two persons. */
export class OperatorChanges1763730000000 extends ForwardMigration {
  protected readonly statements = [
    // Who changed it last; null: the command line.
    'alter table operator add column changed_by bigint references operator (id)',
    `create table operator_change (
       id bigint generated always as identity primary key,
       operator_id bigint not null references operator (id),
       changed_by bigint references operator (id),
       changed_at timestamptz not null,
       check (changed_by <> operator_id)
     )`,
    'alter table operator_proposal add column tied_hours integer check (tied_hours between 0 and 720)',
    'create index operator_change_of on operator_change (operator_id, changed_at)',
    // What the desk changed in the days before this was kept.
    `insert into operator_change (operator_id, changed_by, changed_at)
       select o.id, a.operator_id, a.at from audit_entry a join operator o on o.id::text = a.subject_id
        where a.subject = 'operator' and a.action in ('operator.add', 'operator.roles', 'operator.reset', 'operator.enable')
          and a.at > now() - interval '3 days' and a.operator_id is distinct from o.id`,
    `create trigger operator_change_keep before update or delete on operator_change
       for each row execute function wallet_keep()`,
    `create trigger operator_note_change after insert or update on operator
       for each row execute function operator_note_change()`,
    `do $$ begin
       if exists (select from pg_roles where rolname = 'gateway_app') then
         revoke update, delete on operator_change from gateway_app;
       end if;
     end $$`,
  ];
}
