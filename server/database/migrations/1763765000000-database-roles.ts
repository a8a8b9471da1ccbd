import { ForwardMigration } from './forward-migration.js';

/** Prices and what there is to trade: every process keeps the terms of the products in memory. Nobody's money, nobody's name. */
const READ_BY_FEEDS = [
  'candle',
  'coin_network',
  'currency',
  'feed_lease',
  'futures_product',
  'ledger_seal',
  'maintenance_tier',
  'market',
  'market_constituent',
  'market_feed',
  'migrations',
  'option_currency',
  'option_term',
  'price_sample',
  'session_calendar',
  'stored_function',
  'tape_head',
  'tape_root',
  'trading_mode',
  'wallet_currency',
];

/**
 * Roles beside that of gateways: `gateway_worker` may call what settles, fills, accrues and liquidates; `gateway_feed`
 * makes prices and reads of the rest what markets and products are; `gateway_verifier` reads everything and changes nothing. Gateways
 * and workers make no price any more.
 */
export class DatabaseRoles1763765000000 extends ForwardMigration {
  protected readonly statements = [
    ...['gateway_worker', 'gateway_feed', 'gateway_verifier'].map(
      (role) => `do $$
        begin
          if not exists (select from pg_roles where rolname = '${role}')
             and exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper)) then
            create role ${role} nologin;
          end if;
        exception when duplicate_object or unique_violation then
          null;
        end $$`,
    ),
    where(
      'gateway_verifier',
      `grant usage on schema public to gateway_verifier;
       grant select on all tables in schema public to gateway_verifier;
       alter default privileges in schema public grant select on tables to gateway_verifier;`,
    ),
    where(
      'gateway_feed',
      `grant usage on schema public to gateway_feed;
       grant select on ${READ_BY_FEEDS.join(', ')} to gateway_feed;
       grant insert, update, delete on candle to gateway_feed;
       grant insert, update on feed_lease, market_feed to gateway_feed;`,
    ),
    where(
      'gateway_app',
      `revoke insert, update, delete on price_sample, tape_head, feed_lease, market_feed from gateway_app;
       -- So that it may hold the row with "for share": bars are written under the number that feeds.
       grant update (holder) on feed_lease to gateway_app;`,
    ),
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

/** Statements for a role, which is missing where the migrating user may make none. */
function where(role: string, statements: string): string {
  return `do $$ begin if exists (select from pg_roles where rolname = '${role}') then ${statements} end if; end $$`;
}
