import { ForwardMigration } from './forward-migration.js';

/**
 * What is retained of erased accounts is called so. The version before reads both tables in statements of its own, and writes the parts: it has
 * them by their former names as views, with its own rights on them, until the next version takes the views away.
 */
export class RetainedRecords1763898250000 extends ForwardMigration {
  protected readonly statements = [
    'alter table kept_record rename to retained_record',
    'alter table retained_record rename column keep_until to retained_until',
    'alter table kept_record_part rename to retained_record_part',
    'alter index kept_record_over rename to retained_record_over',
    ...constraintsOf('retained_record', 'kept_record'),
    ...constraintsOf('retained_record_part', 'kept_record_part'),
    'alter table retained_record rename constraint retained_record_keep_until_not_null to retained_record_retained_until_not_null',
    `create view kept_record with (security_invoker = true) as
       select erasure_id, user_id, bytes, retained_until as keep_until, removed_at from retained_record`,
    `create view kept_record_part with (security_invoker = true) as
       select erasure_id, number, sealed from retained_record_part`,
    // By name, since whoever migrates may have no default rights for those who serve.
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_verifier') then
           grant select on kept_record, kept_record_part to gateway_verifier;
         end if;
         if exists (select from pg_roles where rolname = 'gateway_app') then
           grant select on kept_record to gateway_app;
           grant select, insert on kept_record_part to gateway_app;
           revoke insert, update, delete, truncate on kept_record from gateway_app;
           revoke update, delete, truncate on kept_record_part from gateway_app;
         end if;
       end $$`,
  ];
}

/** Gives the constraints of a table its name, those of its columns too. */
function constraintsOf(table: string, former: string): string[] {
  return [
    `do $$
       declare
         name text;
       begin
         for name in select conname from pg_constraint where conrelid = '${table}'::regclass and conname like '${former}%' loop
           execute format('alter table ${table} rename constraint %I to %I', name,
             '${table}' || substr(name, length('${former}') + 1));
         end loop;
       end $$`,
  ];
}
