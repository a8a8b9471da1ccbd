import { ForwardMigration } from './forward-migration.js';

/** A role that only reads, for whoever verifies the books; and no way to the tape's samples but by the whole tape. */
export class DatabaseRoles1763765000000 extends ForwardMigration {
  protected readonly statements = [
    `do $$
       begin
         if not exists (select from pg_roles where rolname = 'gateway_verifier')
            and exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper)) then
           create role gateway_verifier nologin;
         end if;
       exception when duplicate_object or unique_violation then
         null;
       end $$`,
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_verifier') then
           grant usage on schema public to gateway_verifier;
           grant select on all tables in schema public to gateway_verifier;
           alter default privileges in schema public grant select on tables to gateway_verifier;
         end if;
       end $$`,
    `do $$
       declare
         part regclass;
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           for part in select inhrelid::regclass from pg_inherits where inhparent = 'price_sample'::regclass loop
             execute format('revoke all on %s from gateway_app', part);
           end loop;
         end if;
       end $$`,
  ];
}
