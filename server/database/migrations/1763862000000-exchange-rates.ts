import { always, ForwardMigration, writtenOnce } from './forward-migration.js';

/** What one USDT and one dollar are in yuan, as two operators agreed. It is shown beside amounts; nothing is reckoned by it. */
export class ExchangeRates1763862000000 extends ForwardMigration {
  protected readonly statements = [
    `create table exchange_rate (
       id bigint generated always as identity primary key,
       currency text not null check (currency in ('USDT', 'USD')),
       yuan numeric(12, 6) not null check (yuan between 0.01 and 10000),
       decided_at timestamptz not null
     )`,
    'create index exchange_rate_newest on exchange_rate (currency, id desc)',
    // What the product begins with, of the day it was written down: its age says how old it is until the desk agrees on another.
    `insert into exchange_rate (currency, yuan, decided_at)
       values ('USDT', 7.1, '2025-11-20T00:00:00Z'), ('USD', 7.1, '2025-11-20T00:00:00Z')`,
    ...writtenOnce('exchange_rate', 'exchange_rate_keep'),
    ...always('exchange_rate', ['exchange_rate_keep', 'exchange_rate_keep_all']),
    `do $$
       declare
         law constant text := (select pg_get_constraintdef(oid) from pg_constraint
                                where conname = 'operator_proposal_kind_check');
       begin
         alter table operator_proposal drop constraint operator_proposal_kind_check;
         execute 'alter table operator_proposal add constraint operator_proposal_kind_check '
           || replace(law, 'ARRAY[', 'ARRAY[''exchange-rate''::text, ');
       end $$`,
    // Every process keeps the newest, feeds as well.
    `do $$ begin
       if exists (select from pg_roles where rolname = 'gateway_feed') then
         grant select on exchange_rate to gateway_feed;
       end if;
     end $$`,
    // One of a currency at a time.
    `create unique index operator_proposal_open_rate on operator_proposal ((detail ->> 'currency'))
       where status = 'open' and kind = 'exchange-rate'`,
  ];
}
