import { ForwardMigration } from './forward-migration.js';

/** Stops of contracts that nobody saw are judged by the tape (decision 192): up to where, and since when each has been as it is. */
export class UnseenContractStops1763898261000 extends ForwardMigration {
  protected readonly statements = [
    // Null: since the position was opened.
    'alter table futures_position add column take_profit_since timestamptz, add column stop_loss_since timestamptz',
    `create table futures_stop_place (
       market_id integer primary key references market (id),
       second timestamptz not null
     ) with (fillfactor = 50)`,
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on futures_stop_place from gateway_app;
         end if;
       end $$`,
  ];
}
