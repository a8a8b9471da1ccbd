import { ForwardMigration, oneMore } from './forward-migration.js';

/**
 * The coin of a sale is made by the act of two operators that lists it, with a market of its own. What is paid is kept for
 * the issuer until then, and goes back where no listing comes.
 */
export class SalesListedByTwo1763854000000 extends ForwardMigration {
  protected readonly statements = [
    // Coins of sales of the version before were made and locked when they were paid for: those have to end first.
    `do $$ begin
       if exists (select from ieo_project) then
         raise exception 'sales of new coins are under way that began by the rules of the version before: end them first';
       end if;
     end $$`,
    'drop trigger ieo_project_terms on ieo_project',
    `alter table ieo_project
       alter column currency_id drop not null,
       add column coin_code text not null check (coin_code ~ '^[A-Z][A-Z0-9]{1,11}$'),
       add column coin_name text not null check (length(coin_name) between 1 and 60),
       add column coin_scale integer not null check (coin_scale between 0 and 18),
       add column market_id integer references market (id),
       -- thirty days after the listing date everything is given back
       add column cancel_reason text check (cancel_reason in ('operators', 'not-listed')),
       add constraint ieo_project_listed check (listed_at >= list_at),
       add constraint ieo_project_market check (
         (listed_at is null) = (currency_id is null) and (listed_at is null) = (market_id is null)),
       add constraint ieo_project_ended check ((cancelled_at is null) = (cancel_reason is null)),
       add constraint ieo_project_not_listed check (
         cancel_reason <> 'not-listed' or cancelled_at >= list_at + interval '720 hours')`,
    `create trigger ieo_project_terms before delete or update of code, name, issuer, coin_code, coin_name, coin_scale,
       pay_currency_id, coin_supply, supply, least, most, cap, price, texts, apply_from, apply_until, allot_at, pay_until,
       second_pay_until, list_at, lock_until, release_parts, release_days, seed_hash, proposal_id, created_at
       on ieo_project for each row execute function ieo_keep()`,
    'alter table ieo_project enable always trigger ieo_project_terms',
    oneMore('operator_proposal', ['ieo-list']),
    oneMore('operator_announced_act', ['ieo-list']),
    `create unique index operator_announced_act_ieo on operator_announced_act (subject_id)
       where status = 'waiting' and kind = 'ieo-list'`,
  ];
}
