import { ForwardMigration } from './forward-migration.js';

/** Which text of each stored function the database has; see `platform/database/stored-functions.ts`. */
export class StoredFunctions1763705000000 extends ForwardMigration {
  protected readonly statements = [
    `create table stored_function (
       name text primary key,
       sha256 text not null check (length(sha256) = 64),
       installed_at timestamptz not null
     )`,
    // Nobody calls them; a database from before this table has them still.
    'drop function if exists wallet_balance_event(bigint, text, integer, numeric, text, bigint)',
    'drop function if exists spot_balance_event(boolean, text, integer, numeric, numeric, bigint, text, bigint)',
    'drop function if exists trust_balance_event(boolean, text, integer, numeric, numeric, bigint, text, bigint)',
    `do $$
     begin
       if exists (select from pg_roles where rolname = 'gateway_app') then
         revoke insert, update, delete, truncate on stored_function from gateway_app;
       end if;
     end $$`,
  ];
}
