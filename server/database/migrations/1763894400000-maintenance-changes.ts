import { ForwardMigration } from './forward-migration.js';

/** A kind more of what is proposed and announced; validated by a migration of its own. */
const oneMore = (table: string) =>
  `do $$
     declare
       law constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = '${table}_kind_check');
     begin
       alter table ${table} drop constraint ${table}_kind_check;
       execute 'alter table ${table} add constraint ${table}_kind_check '
         || replace(replace(law, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''perpetual-tiers''::text, ') || ' not valid';
     end $$`;

/** Two operators agree on a maintenance table, which takes the former one's place on an announced day. */
export class MaintenanceChanges1763894400000 extends ForwardMigration {
  protected readonly statements = [
    `create table maintenance_change (
       id bigint generated always as identity primary key,
       market_id integer not null references futures_product (market_id),
       -- the steps as the table of the product will have them
       tiers jsonb not null check (jsonb_typeof(tiers) = 'array'),
       holds_from timestamptz not null,
       ended text check (ended in ('done', 'called-off')),
       -- up to which user those are told who have something open in the market, and whether all of them are
       last_user bigint not null default 0,
       told boolean not null default false
     )`,
    'create unique index maintenance_change_one on maintenance_change (market_id) where ended is null',
    'create index maintenance_change_untold on maintenance_change (id) where not told',
    // Every process keeps the products, feeds as well.
    `do $$ begin
       if exists (select from pg_roles where rolname = 'gateway_feed') then
         grant select on maintenance_change to gateway_feed;
       end if;
     end $$`,
    oneMore('operator_proposal'),
    oneMore('operator_announced_act'),
    // Whoever has something open has a week to act on it, whatever code runs.
    `alter table operator_announced_act add constraint operator_announced_act_tiers
       check (kind <> 'perpetual-tiers' or due_at >= began_at + interval '168 hours') not valid`,
  ];
}
