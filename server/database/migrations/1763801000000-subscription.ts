import { ForwardMigration, oneMore } from './forward-migration.js';

/** New coins that are offered before their launch, how much of them is sold, and the orders for them. */
export class Subscription1763801000000 extends ForwardMigration {
  protected readonly statements = [
    `create table subscription_offer (
       id integer generated always as identity primary key,
       coin_code text not null check (coin_code ~ '^[A-Z][A-Z0-9]{1,11}$'),
       coin_name text not null check (length(coin_name) between 1 and 60),
       coin_scale smallint not null check (coin_scale between 0 and 18),
       payment_currency_id integer not null references currency (id),
       -- of one coin, in the payment coin
       price money_amount not null check (price > 0),
       -- in coins: of the whole offer, of one order at least, of one user at most
       total money_amount not null check (total > 0),
       minimum money_amount not null check (minimum > 0),
       maximum money_amount not null check (maximum >= minimum and maximum <= total),
       lock_days integer not null check (lock_days between 0 and 3650),
       -- of the whole lock-up, as a part of the coins
       yield_ratio numeric(10, 8) not null check (yield_ratio between 0 and 1),
       -- who owes it; nobody is promised a return without a source
       yield_source text check (yield_source in ('issuer', 'house')),
       starts_at timestamptz not null,
       ends_at timestamptz not null check (ends_at > starts_at),
       -- estimated
       launches_at timestamptz not null check (launches_at >= ends_at),
       issuer text not null check (length(issuer) between 1 and 120),
       -- by language: introduction and rules
       texts jsonb not null check (jsonb_typeof(texts) = 'object'),
       recommended boolean not null default false,
       sort integer not null default 0,
       published_at timestamptz not null,
       -- What became of it.
       status text collate "C" not null default 'open' check (status in ('open', 'launched', 'cancelled')),
       launched_at timestamptz,
       coin_currency_id integer references currency (id),
       market_id integer references market (id),
       cancelled_at timestamptz,
       cancel_reason text check (cancel_reason in ('operators', 'not-launched')),
       check ((yield_ratio = 0) = (yield_source is null)),
       check ((status = 'launched') = (launched_at is not null)),
       check ((launched_at is null) = (coin_currency_id is null) and (launched_at is null) = (market_id is null)),
       check ((status = 'cancelled') = (cancelled_at is not null) and (cancelled_at is null) = (cancel_reason is null))
     )`,
    // Rows of their own, so that a purchase does not rewrite the offer that every page reads.
    `create table subscription_quota (
       offer_id integer primary key references subscription_offer (id),
       total money_amount not null,
       sold money_amount not null default 0,
       -- What is left never goes below zero.
       check (sold between 0 and total)
     ) with (fillfactor = 50)`,
    `create table subscription_share (
       offer_id integer not null references subscription_offer (id),
       user_id bigint not null references account_user (id),
       maximum money_amount not null,
       coins money_amount not null,
       primary key (offer_id, user_id),
       check (coins between 0 and maximum)
     ) with (fillfactor = 80)`,
    `create table subscription_order (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       offer_id integer not null references subscription_offer (id),
       payment_currency_id integer not null references currency (id),
       -- The terms it was bought on.
       coin_scale smallint not null,
       price money_amount not null,
       lock_days integer not null,
       yield_ratio numeric(10, 8) not null,
       yield_source text,
       coins money_amount not null check (coins > 0),
       cost money_amount not null check (cost > 0),
       expected_return money_amount not null,
       created_at timestamptz not null,
       -- What became of it.
       status text collate "C" not null default 'review'
         check (status in ('review', 'passed', 'locked', 'released', 'returned')),
       passed_at timestamptz,
       locked_at timestamptz,
       release_at timestamptz,
       coin_currency_id integer references currency (id),
       ended_at timestamptz,
       version integer not null default 1,
       check (expected_return = trunc(coins * yield_ratio, coin_scale)),
       check ((status in ('locked', 'released')) = (locked_at is not null)),
       check ((locked_at is null) = (release_at is null) and (locked_at is null) = (coin_currency_id is null)),
       check ((status in ('released', 'returned')) = (ended_at is not null)),
       check (status not in ('passed', 'locked', 'released') or passed_at is not null),
       check (status <> 'released' or ended_at >= release_at)
     ) with (fillfactor = 80)`,
    `create index subscription_order_review on subscription_order (id) where status = 'review'`,
    `create index subscription_order_waiting on subscription_order (offer_id, id) where status in ('review', 'passed')`,
    `create index subscription_order_due on subscription_order (release_at, id) where status = 'locked'`,
    'create index subscription_order_user on subscription_order (user_id, id desc)',
    'create index subscription_order_offer on subscription_order (offer_id, id)',
    // Terms never change, and an offer and an order go their one way.
    `create trigger subscription_offer_keep before delete or update of
       coin_code, coin_name, coin_scale, payment_currency_id, price, total, minimum, maximum, lock_days, yield_ratio, yield_source,
       starts_at, ends_at, launches_at, issuer, texts, published_at
       on subscription_offer for each row execute function subscription_keep()`,
    `create trigger subscription_offer_ended before update of status, launched_at, coin_currency_id, market_id, cancelled_at,
       cancel_reason on subscription_offer for each row when (old.status <> 'open') execute function subscription_keep()`,
    `create trigger subscription_order_keep before delete or update of
       user_id, offer_id, payment_currency_id, coin_scale, price, lock_days, yield_ratio, yield_source, coins, cost,
       expected_return, created_at
       on subscription_order for each row execute function subscription_keep()`,
    `create trigger subscription_order_edges before insert or update of status on subscription_order
       for each row execute function subscription_order_edges()`,
    ...['subscription_offer', 'subscription_order'].map(
      (table) => `create trigger ${table}_keep_all before truncate on ${table}
        for each statement execute function subscription_keep()`,
    ),
    oneMore('operator_proposal', ['subscription-offer', 'subscription-launch', 'subscription-cancel']),
    oneMore('operator_announced_act', ['subscription-launch', 'subscription-cancel']),
    // Money moves once.
    `create unique index operator_announced_act_subscription on operator_announced_act (kind, subject_id)
       where status = 'waiting' and kind in ('subscription-launch', 'subscription-cancel')`,
  ];
}
