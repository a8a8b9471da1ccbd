import { always, ForwardMigration, oneMore, writtenOnce } from './forward-migration.js';

/** Sales of new coins: projects, who applied, and what was allotted, round by round. */
export class Ieo1763810000000 extends ForwardMigration {
  protected readonly statements = [
    `create table ieo_project (
       id integer generated always as identity primary key,
       code text not null unique check (code ~ '^[a-z0-9-]{1,40}$'),
       name text not null check (length(name) between 1 and 80),
       issuer text not null check (length(issuer) between 1 and 120),
       -- the coin is made when it is listed
       coin_code text not null check (coin_code ~ '^[A-Z][A-Z0-9]{1,11}$'),
       coin_name text not null check (length(coin_name) between 1 and 60),
       coin_scale integer not null check (coin_scale between 0 and 18),
       pay_currency_id integer not null references wallet_currency (currency_id),
       -- how many of the coin there will ever be; what is sold here; whole coins
       coin_supply bigint not null check (coin_supply > 0),
       supply bigint not null check (supply between 1 and 1000000000000),
       least bigint not null check (least > 0),
       most bigint not null check (most >= least and most <= supply),
       -- the most that one account is allotted
       cap bigint not null check (cap >= least),
       -- of one coin
       price money_amount not null check (price > 0),
       -- by language: { "en": { "summary": "…", "description": "…" } }
       texts jsonb not null check (jsonb_typeof(texts) = 'object'),
       apply_from timestamptz not null,
       apply_until timestamptz not null check (apply_until > apply_from),
       allot_at timestamptz not null check (allot_at > apply_until),
       pay_until timestamptz not null check (pay_until > allot_at),
       second_pay_until timestamptz not null check (second_pay_until > pay_until),
       -- not before; without a listing thirty days later everything is given back
       list_at timestamptz not null check (list_at > second_pay_until),
       lock_until timestamptz not null check (lock_until >= list_at),
       release_parts integer not null check (release_parts between 1 and 60),
       release_days integer not null check (release_days between 1 and 365),
       -- told before anybody applies; the seed itself when the first round is sealed
       seed_hash bytea not null check (length(seed_hash) = 32),
       seed bytea check (length(seed) = 32),
       proposal_id bigint not null unique references operator_proposal (id),
       created_at timestamptz not null,
       -- the act of two operators: the coin and the market that it made
       listed_at timestamptz check (listed_at >= list_at),
       currency_id integer references wallet_currency (currency_id),
       market_id integer references market (id),
       cancelled_at timestamptz,
       cancel_reason text check (cancel_reason in ('operators', 'not-listed')),
       check (currency_id <> pay_currency_id),
       check ((listed_at is null) = (currency_id is null) and (listed_at is null) = (market_id is null)),
       check ((cancelled_at is null) = (cancel_reason is null)),
       check (cancel_reason <> 'not-listed' or cancelled_at >= list_at + interval '720 hours'),
       check (supply <= coin_supply),
       check (listed_at is null or cancelled_at is null)
     )`,
    'create index ieo_project_open on ieo_project (apply_until) where listed_at is null and cancelled_at is null',
    `create table ieo_seed (
       project_id integer primary key references ieo_project (id),
       seed bytea not null check (length(seed) = 32)
     )`,
    `create table ieo_application (
       id bigint generated always as identity primary key,
       project_id integer not null references ieo_project (id),
       user_id bigint not null references account_user (id),
       -- whole coins applied for
       units bigint not null check (units > 0),
       salt bytea not null check (length(salt) = 32),
       account_hash bytea not null check (length(account_hash) = 32),
       status text not null default 'committed' check (status in
         ('committed', 'failed', 'allotted', 'missed', 'paid', 'locked', 'releasing', 'cancelled')),
       -- of the first round, and of the second; null before it, and for whoever takes no part in it
       allotted bigint check (allotted between 0 and units),
       second bigint check (second between 0 and units - allotted),
       second_status text check (second_status in ('offered', 'paid', 'lapsed')),
       paid_at timestamptz,
       second_paid_at timestamptz,
       released_parts integer not null default 0 check (released_parts >= 0),
       released bigint not null default 0 check (released >= 0),
       -- when the next part is; null: nothing is to be released
       next_release_at timestamptz,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       version integer not null default 1,
       unique (project_id, user_id),
       unique (project_id, account_hash),
       check ((status in ('committed') and allotted is null) or (status not in ('committed') and allotted is not null)
         or status = 'cancelled'),
       check (status <> 'failed' or allotted = 0),
       check (status in ('failed', 'committed', 'cancelled') or allotted > 0),
       check ((second_status is not null) = (coalesce(second, 0) > 0)),
       check (second is null or status in ('paid', 'locked', 'releasing', 'cancelled')),
       check (released <= case when status in ('locked', 'releasing')
         then allotted + case when second_status = 'paid' then second else 0 end else 0 end),
       check (next_release_at is null or status in ('locked', 'releasing'))
     ) with (fillfactor = 70)`,
    'create index ieo_application_user on ieo_application (user_id, id desc)',
    `create index ieo_application_state on ieo_application (project_id, status, id)`,
    `create index ieo_application_offered on ieo_application (project_id, id) where second_status = 'offered'`,
    'create index ieo_application_due on ieo_application (next_release_at, id) where next_release_at is not null',
    // Round 0 is what was applied for. A root stands before anything of the round is shown, or moves.
    `create table ieo_round (
       project_id integer not null references ieo_project (id),
       round smallint not null check (round between 0 and 2),
       root bytea not null check (length(root) = 32),
       rows integer not null check (rows >= 0),
       supply bigint not null check (supply >= 0),
       units bigint not null check (units >= 0),
       sealed_at timestamptz not null,
       -- when the last row of it was told and its money moved
       settled_at timestamptz,
       primary key (project_id, round),
       check (round = 0 or units <= supply)
     )`,
    `create table ieo_allotment (
       application_id bigint not null references ieo_application (id),
       round smallint not null check (round between 1 and 2),
       project_id integer not null references ieo_project (id),
       units bigint not null check (units >= 0),
       primary key (application_id, round)
     )`,
    ...writtenOnce('ieo_allotment', 'ieo_keep'),
    ...writtenOnce('ieo_seed', 'ieo_keep'),
    `create trigger ieo_round_keep before delete or update of project_id, round, root, rows, supply, units, sealed_at
       on ieo_round for each row execute function ieo_keep()`,
    `create trigger ieo_project_terms before delete or update of code, name, issuer, coin_code, coin_name, coin_scale,
       pay_currency_id, coin_supply, supply, least, most, cap, price, texts, apply_from, apply_until, allot_at, pay_until, second_pay_until, list_at,
       lock_until, release_parts, release_days, seed_hash, proposal_id, created_at
       on ieo_project for each row execute function ieo_keep()`,
    `create trigger ieo_project_agreed before insert or update on ieo_project
       for each row execute function ieo_project_agreed()`,
    `create trigger ieo_application_keep before insert or update or delete on ieo_application
       for each row execute function ieo_application_keep()`,
    ...always('ieo_project', ['ieo_project_agreed', 'ieo_project_terms']),
    ...always('ieo_application', ['ieo_application_keep']),
    // All writing goes through the stored functions, and the seed is nobody's to read before its time.
    ...['gateway_app', 'gateway_verifier'].map(
      (role) => `do $$ begin
        if exists (select from pg_roles where rolname = '${role}') then
          revoke insert, update, delete, truncate on ieo_project, ieo_seed, ieo_application, ieo_round, ieo_allotment
            from ${role};
          revoke select on ieo_seed from ${role};
        end if;
      end $$`,
    ),
    oneMore('operator_proposal', ['ieo-project', 'ieo-list', 'ieo-cancel']),
    oneMore('operator_announced_act', ['ieo-list']),
    `create unique index operator_announced_act_ieo on operator_announced_act (subject_id)
       where status = 'waiting' and kind = 'ieo-list'`,
    `create unique index operator_proposal_open_ieo on operator_proposal ((detail ->> 'code'))
       where status = 'open' and kind = 'ieo-project'`,
  ];
}
