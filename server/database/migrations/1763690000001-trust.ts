import { ForwardMigration, writtenOnce } from './forward-migration.js';

/** Products whose money is locked for a term, the orders in them, and the interest of every day. */
export class Trust1763690000001 extends ForwardMigration {
  protected readonly statements = [
    `create table trust_product (
       id integer generated always as identity primary key,
       code text not null unique check (code ~ '^[a-z0-9-]{1,64}$'),
       currency_id integer not null references currency (id),
       term_days integer not null check (term_days between 1 and 3650),
       minimum money_amount not null check (minimum > 0),
       -- null: no maximum of one order
       maximum money_amount check (maximum >= minimum),
       daily_ratio numeric(10, 8) not null check (daily_ratio >= 0 and daily_ratio < 1),
       -- null: as much as anybody brings
       quota money_amount check (quota >= 0),
       redemption_rule text not null
         check (redemption_rule in ('none', 'forfeit-interest', 'discounted-rate', 'fixed-fee', 'remaining-days')),
       redemption_ratio numeric(10, 8) not null default 0 check (redemption_ratio >= 0),
       penalty_capped boolean not null default true,
       -- Where the interest comes from, by the name of its words: nobody is promised a yield without a source.
       yield_source text not null check (yield_source in ('treasury', 'lending', 'market-making', 'house')),
       enabled boolean not null default true,
       sort integer not null default 0,
       created_at timestamptz not null
     )`,
    // Its own row, so that a purchase does not rewrite the product that every page reads.
    `create table trust_quota (
       product_id integer not null references trust_product (id),
       demo boolean not null,
       in_custody money_amount not null default 0 check (in_custody >= 0),
       primary key (product_id, demo)
     ) with (fillfactor = 50)`,
    `create table trust_order (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       product_id integer not null references trust_product (id),
       currency_id integer not null references currency (id),
       demo boolean not null,
       principal money_amount not null check (principal > 0),
       -- The terms it was bought on.
       scale smallint not null,
       daily_ratio numeric(10, 8) not null,
       term_days integer not null,
       redemption_rule text not null,
       redemption_ratio numeric(10, 8) not null,
       penalty_capped boolean not null,
       daily_interest money_amount not null,
       start_day date not null,
       created_at timestamptz not null,
       -- What became of it.
       status text not null default 'custody' check (status in ('custody', 'completed', 'redeemed')),
       accrued_days integer not null default 0 check (accrued_days between 0 and term_days),
       -- The day whose interest is next; null when all days are booked.
       next_day date generated always as (
         case when status = 'custody' and accrued_days < term_days then start_day + accrued_days + 1 end) stored,
       income money_amount not null default 0 check (income >= 0),
       penalty money_amount not null default 0 check (penalty between 0 and principal),
       ended_at timestamptz,
       version integer not null default 1,
       check (daily_interest = trunc(principal * daily_ratio, scale)),
       check (income = daily_interest * accrued_days),
       check ((status = 'custody') = (ended_at is null)),
       check (status <> 'completed' or (accrued_days = term_days and penalty = 0)),
       check (status <> 'redeemed' or (accrued_days < term_days and redemption_rule <> 'none')),
       check (status <> 'redeemed' or not penalty_capped or penalty <= income)
     ) with (fillfactor = 80)`,
    'create index trust_order_due on trust_order (next_day, id) where next_day is not null',
    `create index trust_order_ripe on trust_order (id) where status = 'custody' and accrued_days = term_days`,
    'create index trust_order_user on trust_order (user_id, demo, id desc)',
    `create table trust_redemption_quote (
       id uuid primary key,
       order_id bigint not null references trust_order (id),
       accrued_days integer not null,
       penalty money_amount not null,
       expires_at timestamptz not null
     )`,
    'create index trust_redemption_quote_expiry on trust_redemption_quote (expires_at)',
    // What one statement booked: its journal has a line for each order, and this number as reference.
    `create table trust_accrual_batch (
       id bigint generated always as identity primary key,
       demo boolean not null,
       orders integer not null check (orders > 0),
       at timestamptz not null
     )`,
    // The primary key is what keeps a day from being paid twice, whatever happens to the worker.
    `create table trust_accrual (
       order_id bigint not null,
       day date not null,
       amount money_amount not null check (amount >= 0),
       batch_id bigint not null,
       primary key (order_id, day)
     )`,
    // Terms never change, an order goes one way, and days that are booked stay booked.
    ...writtenOnce('trust_accrual', 'trust_keep'),
    `create trigger trust_accrual_batch_keep before update or delete on trust_accrual_batch
       for each row execute function trust_keep()`,
    `create trigger trust_order_keep before delete or update of
       user_id, product_id, currency_id, demo, principal, scale, daily_ratio, term_days, redemption_rule,
       redemption_ratio, penalty_capped, daily_interest, start_day, created_at
       on trust_order for each row execute function trust_keep()`,
    `create trigger trust_order_ended before update on trust_order
       for each row when (old.status <> 'custody' or new.accrued_days < old.accrued_days
         or new.accrued_days > old.accrued_days + 1) execute function trust_keep()`,
    `create trigger trust_order_keep_all before truncate on trust_order
       for each statement execute function trust_keep()`,
  ];
}
